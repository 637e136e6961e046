/**
 * Presses controls inside of the page, fills forms, and says what happened. It is sent to the browser
 * as source after `installPageControls`, so it refers to nothing else.
 */
import type { Control, Place } from './page-controls.ts';

export type Reply = { method: string; path: string; status: number; code: string };
export type Effect = { hasEffect: boolean; replies: Reply[]; errors: string[]; place: Place };

export type PageRobot = {
  list(): Control[];
  press(key: string, mayBeInert?: boolean): Promise<Effect | 'gone'>;
  fill(): Promise<void>;
  where(): Place;
  visit(address: string): Promise<Effect>;
  /** Closes what is on top until the place is reached; false if it is not. */
  returnTo(place: Place): Promise<boolean>;
  loadAll(scripts: readonly string[]): Promise<void>;
  routes(): string[];
};
declare global {
  var pageRobot: PageRobot;
}

export function installPageRobot(): void {
  const { list, where, find, findModal, isShown, isChosen, nameOf } = globalThis.pageControls;
  const quietMilliseconds = 25;
  /** How long to wait for the effect of what may have none, and of a press that must have one. */
  const shortPatienceMilliseconds = 400;
  const patienceMilliseconds = 2_000;
  const limitMilliseconds = 5_000;
  let pending = 0;
  let lastChange = 0;
  let changes = 0;
  let replies: Reply[] = [];
  let errors: string[] = [];
  const touch = () => {
    lastChange = performance.now();
    changes += 1;
  };

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    pending += 1;
    touch();
    try {
      const reply = await realFetch(input, init);
      const code = reply.ok ? '' : await readCode(reply.clone());
      const { pathname } = new URL(request.url);
      replies.push({ method: request.method, path: pathname, status: reply.status, code });
      return reply;
    } finally {
      pending -= 1;
      lastChange = performance.now();
    }
  };
  const readCode = async (reply: Response): Promise<string> => {
    const body: unknown = await reply.json().catch(() => undefined);
    return JSON.stringify(body)?.slice(0, 300) ?? '';
  };
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  // What leaves the page without changing it.
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    touch();
    return createUrl(object);
  };
  globalThis.print = touch;
  globalThis.open = () => {
    touch();
    return null;
  };
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async () => touch(), readText: async () => '' },
  });
  HTMLInputElement.prototype.showPicker = touch;
  const clickInput = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function click() {
    if (this.type === 'file') touch();
    else clickInput.call(this);
  };
  for (const type of ['change', 'focusin', 'scroll']) addEventListener(type, touch, true);
  new MutationObserver(touch).observe(document, {
    attributes: true,
    childList: true,
    characterData: true,
    subtree: true,
  });

  const pause = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  const idle = () =>
    new Promise((resolve) => requestIdleCallback(resolve, { timeout: limitMilliseconds }));

  /** Waits until nothing has changed for a moment and no reply is due. */
  async function settle(before: number, patience = patienceMilliseconds): Promise<void> {
    const start = performance.now();
    for (;;) {
      await pause(8);
      const now = performance.now();
      if (now - start > limitMilliseconds) return;
      if (pending > 0 || now - lastChange < quietMilliseconds) continue;
      // On a busy machine a screen may render for longer.
      const already = changes;
      await idle();
      if (pending > 0 || changes !== already) continue;
      if (changes !== before || now - start > patience) return;
    }
  }

  /** Also says what happened since the last time, such as while a form was filled. */
  async function observe(act: () => void, patience?: number): Promise<Effect> {
    const before = changes;
    const address = location.href;
    act();
    await settle(before, patience);
    const hasEffect = changes !== before || location.href !== address;
    const effect = { hasEffect, replies, errors, place: where() };
    replies = [];
    errors = [];
    return effect;
  }

  const set = (
    field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
    value: string,
  ) => {
    const owner = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const chooseNext = (select: HTMLSelectElement) => {
    const options = [...select.options].filter(({ disabled, value }) => !disabled && value !== '');
    const at = options.findIndex(({ selected }) => selected);
    const next = options[(at + 1) % Math.max(1, options.length)];
    if (next) set(select, next.value);
  };

  let words = 0;
  function proposeText(input: HTMLInputElement | HTMLTextAreaElement): string {
    const { type, inputMode } = input;
    const name = nameOf(input);
    words += 1;
    if (type === 'email' || /e-?mail|addresses/i.test(name)) return `robot${words}@example.org`;
    if (/password/i.test(name)) return 'a long enough password';
    if (type === 'url' || /address|link|url/i.test(name)) return 'https://example.org/';
    if (/phone/i.test(name)) return '+1 619 555 0100';
    if (type === 'number' || /decimal|numeric/.test(inputMode)) return '1';
    return `Robot ${words}`;
  }

  /** Fills every empty field of the layer on top with something valid. */
  async function fill(): Promise<void> {
    const root = findModal() ?? document.body;
    // A copy must not pass for what it was copied from, which may be another's.
    const isCopy = /^(Create|Correct|Duplicate)/.test(nameOf(root));
    const isTitleOfCopy = (field: Element) => isCopy && nameOf(field).startsWith('Title');
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
      (field) =>
        isShown(field) &&
        !field.disabled &&
        !field.readOnly &&
        (['', '0'].includes(field.value) || isTitleOfCopy(field)),
    );
    for (const field of fields) {
      if (['checkbox', 'radio', 'file', 'search', 'date', 'time'].includes(field.type)) continue;
      if (field instanceof HTMLSelectElement) chooseNext(field);
      else if (field.getAttribute('role') === 'combobox') {
        field.focus();
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        await pause(60);
        const options = [...document.querySelectorAll<HTMLElement>('[role=option]')];
        options
          .find((option) => isShown(option) && option.getAttribute('aria-selected') !== 'true')
          ?.click();
        await pause(30);
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      } else set(field, isTitleOfCopy(field) ? 'Own dinner' : proposeText(field));
    }
    const boxes = [
      ...root.querySelectorAll<HTMLInputElement>(
        'fieldset input[type=checkbox], [role=group] input[type=checkbox]',
      ),
    ];
    if (boxes.length > 1 && boxes.every(({ checked }) => !checked)) boxes[0]?.click();
    await settle(-1);
  }

  const isAt = ({ path, search, layer }: Place): boolean => {
    const now = where();
    return now.path === path && now.search === search && now.layer === layer;
  };
  /** Answers the question whether what was typed may be lost; false if it is not asked. */
  async function discard(): Promise<boolean> {
    const buttons = [...(findModal()?.querySelectorAll('button') ?? [])];
    const button = buttons.find((each) => each.textContent === 'Discard');
    button?.click();
    if (button) await settle(-1);
    return button !== undefined;
  }

  type Route = { fullPath: string; options: { staticData?: { isOpen?: boolean } } };
  /** The app's router, which names itself here. */
  const findRoutes = () =>
    (globalThis as unknown as { __TSR_ROUTER__: { routesByPath: Record<string, Route> } })
      .__TSR_ROUTER__.routesByPath;

  globalThis.pageRobot = {
    list,
    where,
    fill,
    press: async (key, mayBeInert) => {
      list();
      const element = find(key);
      if (!(element instanceof HTMLElement)) return 'gone';
      element.scrollIntoView({ block: 'center' });
      element.focus();
      const wasChosen = isChosen(element);
      const act = () => {
        if (element instanceof HTMLSelectElement) chooseNext(element);
        else element.click();
      };
      const isShort = wasChosen || mayBeInert;
      const effect = await observe(act, isShort ? shortPatienceMilliseconds : undefined);
      return { ...effect, hasEffect: effect.hasEffect || wasChosen };
    },
    visit: async (address) => {
      const go = () => {
        history.pushState({}, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      };
      // It may be open already.
      const effect = await observe(go, shortPatienceMilliseconds);
      return (await discard()) ? observe(go) : effect;
    },
    returnTo: async (place) => {
      for (let tries = 0; tries < 4 && !isAt(place); tries += 1) {
        if (!where().isModal) return false;
        const target = document.activeElement ?? document.body;
        for (const type of ['keydown', 'keyup'])
          target.dispatchEvent(
            new KeyboardEvent(type, { key: 'Escape', bubbles: true, cancelable: true }),
          );
        await settle(-1);
        await discard();
      }
      return isAt(place);
    },
    loadAll: async (scripts) => {
      await Promise.all(scripts.map((script) => import(script)));
    },
    routes: () =>
      Object.values(findRoutes())
        .filter(({ options }) => !options.staticData?.isOpen)
        .map(({ fullPath }) => fullPath),
  };
}
