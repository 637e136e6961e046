/** A page in any browser; every step waits until it can be performed. */
import type { Tab } from './driver.ts';
import { type Found, find, type Role, type Step, type TextPattern } from './find.ts';

const LIMIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 30;

export type Page = Pick<Tab, 'evaluate' | 'pressEscape'> & {
  open(path: string): Promise<void>;
  find(role: Role, name?: string | RegExp): PageElement;
  /** Waits until the text is visible. */
  waitForText(text: string | RegExp): Promise<void>;
};

export type PageElement = {
  /** Finds an element inside this one. */
  find(role: Role, name?: string | RegExp): PageElement;
  waitForText(text: string | RegExp): Promise<void>;
  waitUntilVisible(): Promise<void>;
  waitUntilHidden(): Promise<void>;
  click(): Promise<void>;
  /** Replaces the value of a field; the text is not empty. */
  fill(text: string): Promise<void>;
  /** Selects an option by a part of its label. */
  choose(option: string): Promise<void>;
};

export function createPage(tab: Tab, origin: string): Page {
  const createElement = (steps: readonly Step[]): PageElement => {
    const wait = (further: readonly Step[] = []) =>
      waitUntil(tab, [...steps, ...further], (found) => found?.state !== 'missing');
    const clickElement = async () => {
      const found = await waitUntil(tab, steps, (found) => found.state === 'ready', {
        isClick: true,
      });
      if (found.state === 'ready') await tab.click(found);
    };
    return {
      find: (role, name) =>
        createElement([
          ...steps,
          { role, name: name === undefined ? undefined : toTextPattern(name) },
        ]),
      waitForText: async (text) => void (await wait([{ text: toTextPattern(text) }])),
      waitUntilVisible: async () => void (await wait()),
      waitUntilHidden: async () =>
        void (await waitUntil(tab, steps, (found) => found.state === 'missing')),
      click: clickElement,
      fill: async (text) => {
        await clickElement();
        await tab.evaluate(() => (document.activeElement as HTMLInputElement).select(), null);
        await tab.type(text);
      },
      choose: async (option) => {
        await wait();
        await tab.evaluate(chooseOption, option);
      },
    };
  };
  return {
    evaluate: tab.evaluate,
    pressEscape: tab.pressEscape,
    open: (path) => tab.navigate(origin + path),
    find: (role, name) => createElement([]).find(role, name),
    waitForText: (text) => createElement([]).waitForText(text),
  };
}

/** Searches until the result is as expected. */
async function waitUntil(
  tab: Tab,
  steps: readonly Step[],
  isExpected: (found: Found) => boolean,
  { isClick = false } = {},
): Promise<Found> {
  const deadline = performance.now() + LIMIT_MILLISECONDS;
  for (;;) {
    // Evaluation fails between two pages.
    const found = await tab
      .evaluate(find, { steps, isClick })
      .catch((error: Error): Found => ({ state: 'unknown', text: error.message }));
    if (isExpected(found)) return found;
    if (performance.now() > deadline) {
      const path = steps.map((step) => JSON.stringify(step)).join(' › ');
      throw new Error(`${path} is ${found.state}; the page shows: ${found.text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

/** Runs in the page, because drivers cannot click the browser's own list of options. */
function chooseOption(text: string): void {
  const select = globalThis.lastFound as HTMLSelectElement;
  const option = [...select.options].find(({ label }) => label.includes(text));
  if (!option) throw new Error(`There is no option ${text}`);
  select.focus();
  select.value = option.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function toTextPattern(text: string | RegExp): TextPattern {
  return typeof text === 'string' ? text : { source: text.source, flags: text.flags };
}
