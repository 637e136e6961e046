/**
 * Walks the screens of the app: presses every control that it has not seen yet, goes into what opens,
 * fills and sends every form, and reports what the server refused and what did nothing.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installationRoot } from '#server/config/paths.ts';
import { destructive, expectedRefusals, inert, untouched } from './exceptions.ts';
import type { Control, Place } from './page-controls.ts';
import type { Effect } from './page-robot.ts';
import { besidePalette, pressPalette } from './palette.ts';
import { whose } from './things.ts';

export type Walk = {
  failures: string[];
  presses: number;
  /** Calls that changed something, with their parameters left out. */
  done: Set<string>;
};
/** How a layer is reached: an address, and what is pressed there. */
type Opener = { address: string; keys: readonly string[] };

/** Of layers above an address. */
const maxDepth = 5;
const aboutMoney = /^\/(expenses|payments|wallets|members\/)/;
/** Of options and days, which differ in nothing but what they are about. */
const maxOptions = 3;
const anyId = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

export async function walkScreens(
  page: Page,
  who: string,
  parameters: Record<string, readonly string[]>,
  /** Otherwise screens without money are only visited, fields only filled, forms sent once. */
  isWhole: boolean,
): Promise<Walk> {
  const walk: Walk = { failures: [], presses: 0, done: new Set() };
  const seen = new Set<string>();
  const options = new Map<string, number>();
  const addresses: string[] = [];
  const queued = new Set<string>();
  const deleted: string[] = [];
  let screen = '';

  const report = (what: string, control: string) => {
    const line = `${who} on ${screen}: ${control}: ${what}`;
    if (!walk.failures.includes(line)) walk.failures.push(line);
  };
  const list = () => page.evaluate(() => globalThis.pageRobot.list());
  const press = (key: string, mayBeInert = false) =>
    page.evaluate((sent) => globalThis.pageRobot.press(...sent), [key, mayBeInert] as const);

  function judge({ replies, errors }: Effect, control: string): void {
    for (const { method, path, status, code } of replies) {
      const call = `${method} ${path.replaceAll(anyId, '{id}')}`;
      if (method !== 'GET' && status < 300) walk.done.add(call);
      if (method === 'DELETE' && status < 300) deleted.push(path);
      // A panel may still show for a moment what the robot itself has deleted.
      const isOwnDeed = status === 404 && deleted.some((each) => path.startsWith(each));
      const isRefused = ([401, 403, 404].includes(status) && !isOwnDeed) || status >= 500;
      const answer = `${call} answered ${status} ${code}`;
      if (isRefused && !isExcepted(expectedRefusals, answer)) report(answer, control);
    }
    for (const error of errors) report(`error: ${error}`, control);
  }

  async function visit(address: string, control = 'opening'): Promise<Place> {
    const effect = await page.evaluate((to) => globalThis.pageRobot.visit(to), address);
    // The robot itself has deleted what it found under an address before.
    const replies = effect.replies.filter(({ status }) => status !== 404);
    judge({ ...effect, replies }, control);
    return effect.place;
  }

  /** Back to where a layer was, through what opened it. */
  async function restore({ address, keys }: Opener, place: Place): Promise<boolean> {
    if (await page.evaluate((to) => globalThis.pageRobot.returnTo(to), place)) return true;
    await visit(address);
    for (const key of keys) await press(key);
    return page.evaluate((to) => globalThis.pageRobot.returnTo(to), place);
  }

  function identify(control: Control, { path, search }: Place, opener: Opener): string {
    const { key, layer, isSubmit } = control;
    if (layer === 'header') return key;
    // The same menu and the same form may be refused for another subject.
    const whoseThing = opener.keys.flatMap((each) => whose.exec(each)?.[0] ?? []).at(-1) ?? '';
    if (!isSubmit) return `${path} ${key} ${whoseThing}`;
    return `${path} ${key} ${isWhole ? search : whoseThing || opener.keys.at(-1)}`;
  }

  function isNew(control: Control, place: Place, opener: Opener): boolean {
    const { layer, name, role, isField } = control;
    if (isField && !isWhole) return false;
    if (seen.has(identify(control, place, opener))) return false;
    if (isExcepted(untouched, `${layer} ${name}`)) return false;
    if (['option', 'gridcell'].includes(role)) {
      const kind = `${screen} ${layer} ${role}`;
      const count = options.get(kind) ?? 0;
      options.set(kind, count + 1);
      if (count >= maxOptions) return false;
    }
    return true;
  }

  async function explore(opener: Opener, place: Place, depth: number): Promise<void> {
    for (;;) {
      const fresh = (await list()).filter((control) => isNew(control, place, opener));
      if (fresh.length === 0) return;
      // What opens may hold the same, and be too deep for going further.
      for (const control of fresh) seen.add(identify(control, place, opener));
      fresh.sort((a, b) => order(a) - order(b));
      for (const [at, control] of fresh.entries()) {
        if (control.leadsTo !== undefined) enqueue(control.leadsTo);
        else if (!(await tryOut(control, opener, place, depth))) {
          for (const untried of fresh.slice(at + 1)) seen.delete(identify(untried, place, opener));
          return;
        }
      }
      if (!(await restore(opener, place))) return;
    }
  }

  /** Presses it and explores what opens; false if its layer is gone for good. */
  async function tryOut(
    control: Control,
    opener: Opener,
    place: Place,
    depth: number,
  ): Promise<boolean> {
    if (!(await restore(opener, place))) return false;
    if (control.isSubmit) await page.evaluate(() => globalThis.pageRobot.fill());
    const mayBeInert = isExcepted(inert, `${control.layer} ${control.role} ${control.name}`);
    const effect = await press(control.key, mayBeInert);
    if (effect === 'gone') return true;
    walk.presses += 1;
    const label = `"${control.name || control.role}" in ${control.layer}`;
    judge(effect, label);
    if (!effect.hasEffect && !mayBeInert) report('does nothing', label);
    const next = effect.place;
    const address = next.path + next.search;
    if (next.path !== place.path) enqueue(address);
    else if ((next.search !== place.search || next.layer !== place.layer) && depth < maxDepth) {
      const isAddressed = next.search !== place.search && !next.isModal;
      const from = isAddressed
        ? { address, keys: [] }
        : { address: opener.address, keys: [...opener.keys, control.key] };
      await explore(from, next, isAddressed ? 0 : depth + 1);
    }
    return true;
  }

  async function tryPalette(): Promise<void> {
    screen = 'the palette';
    const max = isWhole ? Number.POSITIVE_INFINITY : 1;
    let label = 'opening';
    // What a command loads may still be on its way when the next is tried.
    const leave = (address: string) => visit(address, label);
    await pressPalette(page, max, leave, async ({ key, name, group }) => {
      label = `"${name}" under ${group}`;
      const effect = await press(key);
      walk.presses += 1;
      if (effect !== 'gone') judge(effect, label);
      const isThere =
        effect !== 'gone' &&
        (await page.waitForURL(isElsewhere, { timeout: 5_000 }).then(
          () => true,
          () => false,
        ));
      if (!isThere) {
        report(effect === 'gone' ? 'cannot be pressed' : 'leads nowhere', label);
        // Closes the palette: the next one is opened from the page.
        return page.keyboard.press('Escape');
      }
      const { pathname, search } = new URL(page.url());
      enqueue(pathname + search);
    });
  }

  /** One address for each screen and what is open in it. */
  function enqueue(address: string): void {
    const url = new URL(address, 'http://hub');
    const kind = `${url.pathname.replaceAll(anyId, '{id}')}?${[...url.searchParams.keys()].sort().join()}`;
    if (queued.has(kind)) return;
    queued.add(kind);
    addresses.push(address);
  }

  await page.goto('/');
  await page.evaluate((all) => globalThis.pageRobot.loadAll(all), listScripts());
  for (const path of await page.evaluate(() => globalThis.pageRobot.routes())) {
    const [, name] = /\$(\w+)/.exec(path) ?? [];
    const values = name ? (parameters[name] ?? []) : [''];
    if (values.length === 0) report(`has no value for ${name}`, path);
    addresses.push(...values.map((value) => path.replace(/\$\w+/, value)));
  }
  await tryPalette();
  for (let next = addresses.shift(); next !== undefined; next = addresses.shift()) {
    screen = next.replaceAll(anyId, '{id}').replace(/\?.*/, '');
    const place = await visit(next);
    if (isWhole || aboutMoney.test(screen)) await explore({ address: next, keys: [] }, place, 0);
  }
  return walk;
}

const isElsewhere = ({ pathname, search }: URL): boolean => pathname + search !== besidePalette;

/** Loaded first, so that what a press opens is there at once. */
/** All modules; what runs before them is none. */
const listScripts = (): string[] =>
  readdirSync(join(installationRoot, 'dist', 'assets'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('early-'))
    .map((name) => `/assets/${name}`);

const isExcepted = (exceptions: readonly { matches: RegExp }[], text: string): boolean =>
  exceptions.some(({ matches }) => matches.test(text));

/** What ends a layer comes last, and what ends its subject last of all. */
const order = ({ name, isSubmit }: Control): number =>
  (destructive.test(name) ? 4 : 0) +
  (isSubmit ? 2 : 0) +
  (/^(Close|Cancel|Done|Back)/.test(name) ? 1 : 0);
