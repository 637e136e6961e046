/** A page as journeys speak of it, on whatever browser: every step waits until it can be done. */
import type { Tab } from './driver.ts';
import { type Found, find, type Role, type Step, type Words } from './find.ts';

const LIMIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 30;

export type Page = Pick<Tab, 'evaluate' | 'complaints'> & {
  open(path: string): Promise<void>;
  the(role: Role, name?: string | RegExp): Part;
  /** Waits until these words stand somewhere. */
  shows(words: string | RegExp): Promise<void>;
  /** Into what has the focus. */
  type(text: string): Promise<void>;
};

export type Part = {
  /** A part of it. */
  the(role: Role, name?: string | RegExp): Part;
  shows(words: string | RegExp): Promise<void>;
  appears(): Promise<void>;
  disappears(): Promise<void>;
  press(): Promise<void>;
  /** Replaces what stands in a field. */
  fill(text: string): Promise<void>;
  /** One of a select's options, by its words. */
  choose(option: string): Promise<void>;
};

export const keys = { enter: '\uE007', escape: '\uE00C', delete: '\uE017' };

export function pageOf(tab: Tab, origin: string): Page {
  const part = (steps: readonly Step[]): Part => {
    const wait = (further: readonly Step[] = []) =>
      until(tab, [...steps, ...further], (found) => found?.is !== 'missing');
    const press = async () => {
      const found = await until(tab, steps, (found) => found.is === 'ready', { isPressed: true });
      if (found.is === 'ready') await click(tab, found);
    };
    return {
      the: (role, name) =>
        part([...steps, { role, name: name === undefined ? undefined : wordsOf(name) }]),
      shows: async (words) => void (await wait([{ words: wordsOf(words) }])),
      appears: async () => void (await wait()),
      disappears: async () => void (await until(tab, steps, (found) => found.is === 'missing')),
      press,
      fill: async (text) => {
        await press();
        await tab.evaluate(() => (document.activeElement as HTMLInputElement).select(), null);
        await type(tab, text === '' ? keys.delete : text);
      },
      choose: async (option) => {
        await wait();
        await tab.evaluate(chooseOption, option);
      },
    };
  };
  return {
    evaluate: tab.evaluate,
    complaints: tab.complaints,
    open: (path) => tab.navigate(origin + path),
    the: (role, name) => part([]).the(role, name),
    shows: (words) => part([]).shows(words),
    type: (text) => type(tab, text),
  };
}

/** Looks until what is found is as wanted. */
async function until(
  tab: Tab,
  steps: readonly Step[],
  isWanted: (found: Found) => boolean,
  { isPressed = false } = {},
): Promise<Found> {
  const late = performance.now() + LIMIT_MILLISECONDS;
  for (;;) {
    // Between two pages there is nothing that could be asked.
    const found = await tab
      .evaluate(find, { steps, isPressed })
      .catch((error: Error): Found => ({ is: 'unknown', text: error.message }));
    if (isWanted(found)) return found;
    if (performance.now() > late) {
      const path = steps.map((step) => JSON.stringify(step)).join(' › ');
      throw new Error(`${path} is ${found.is}; there is: ${found.text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

async function click(tab: Tab, { x, y }: { x: number; y: number }): Promise<void> {
  await tab.perform([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

async function type(tab: Tab, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]);
  await tab.perform([{ type: 'key', id: 'keyboard', actions }]);
}

/** As a person does in the browser's own list, which is no part of the page. Runs in the page. */
function chooseOption(words: string): void {
  const select = globalThis.lastFound as HTMLSelectElement;
  const option = [...select.options].find(({ label }) => label.includes(words));
  if (!option) throw new Error(`There is no option ${words}`);
  select.focus();
  select.value = option.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function wordsOf(words: string | RegExp): Words {
  return typeof words === 'string' ? words : { source: words.source, flags: words.flags };
}
