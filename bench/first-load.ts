/** Transfer sizes of the production build as Chromium receives it, compressed with brotli. */
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { startHub, stop } from '#app/testing/hub-process.ts';
import { type Claim, type ClaimGroup, withinBudget } from './claim.ts';

const firstLoadKilobytes = 130;
const screenKilobytes = 40;
const stylesKilobytes = 15;
const expensesRequests = 20;

type Viewer = 'nobody' | 'member' | 'admin';

const screens: readonly [path: string, viewer: Viewer][] = [
  ['/expenses', 'member'],
  ['/payments', 'member'],
  ['/wallets', 'member'],
  ['/transactions', 'member'],
  ['/members', 'member'],
  ['/calendar', 'member'],
  ['/events', 'member'],
  ['/resources', 'member'],
  ['/settings', 'member'],
  ['/settings/chapter', 'admin'],
  ['/settings/payments', 'admin'],
  ['/settings/events', 'admin'],
  ['/audit', 'admin'],
  ['/chapters', 'admin'],
  ['/join', 'nobody'],
  ['/reset', 'nobody'],
];

export const firstLoad: ClaimGroup = {
  name: 'first-load',
  async measure({ demoFolder }) {
    const hub = await startHub(await demoFolder(), ['--demo']);
    const browser = await chromium.launch({
      ...(process.env.HUB_CHROMIUM ? { executablePath: process.env.HUB_CHROMIUM } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    try {
      return await measureAll(browser, hub.url);
    } finally {
      await browser.close();
      await stop(hub);
    }
  },
};

async function measureAll(browser: Browser, url: string): Promise<Claim[]> {
  const card = await visit(browser, url, '/', 'nobody');
  const home = await visit(browser, url, '/', 'member');
  const claims = [
    budget('JavaScript of the sign-in card', card.scripts, firstLoadKilobytes),
    budget('JavaScript of the shell and Home', home.scripts, firstLoadKilobytes),
    budget('CSS', home.styles, stylesKilobytes),
  ];
  for (const [path, viewer] of screens) {
    const { scripts, requests } = await visit(browser, url, path, viewer);
    const first = viewer === 'nobody' ? card : home;
    const added = new Map([...scripts].filter(([name]) => !first.scripts.has(name)));
    claims.push(budget(`additional JavaScript of ${path}`, added, screenKilobytes));
    if (path === '/expenses') {
      claims.push(
        withinBudget(`requests of ${path}, cold`, requests.length, expensesRequests, '', requests),
      );
    }
  }
  return claims;
}

function budget(name: string, files: Map<string, number>, kilobytes: number): Claim {
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const details = [...files].map(([file, size]) => `${(size / 1_000).toFixed(1)} KB ${file}`);
  return withinBudget(`${name}, as sent`, bytes / 1_000, kilobytes, 'KB', details);
}

type Visit = { scripts: Map<string, number>; styles: Map<string, number>; requests: string[] };

/** Opens an address in a fresh browser profile and lists the responses until they stop. */
export async function visit(
  browser: Browser,
  url: string,
  path: string,
  viewer: Viewer,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url });
  try {
    await context.addInitScript(skipLateTimers);
    const page = await context.newPage();
    if (viewer !== 'nobody') await signIn(page, viewer);
    const visited: Visit = { scripts: new Map(), styles: new Map(), requests: [] };
    const recorded: Promise<void>[] = [];
    page.on('response', (response) => recorded.push(record(visited, response)));
    await page.goto(path, { waitUntil: 'load' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
    await Promise.all(recorded);
    return visited;
  } finally {
    await context.close();
  }
}

/**
 * Only the screen's own files count, not those prefetched a second later, which on a busy machine begin
 * before the first have arrived. Runs in the page.
 */
function skipLateTimers(): void {
  const start = window.setTimeout;
  const skipping: unknown = (act: () => void, milliseconds = 0, ...rest: unknown[]) =>
    milliseconds >= 1_000 ? 0 : start(act, milliseconds, ...rest);
  window.setTimeout = skipping as typeof window.setTimeout;
}

async function record(visited: Visit, response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  const { 'cache-control': caching = '' } = response.headers();
  // What may be kept comes from the browser's cache the second time.
  if (caching.includes('max-age') && visited.requests.includes(pathname)) return;
  visited.requests.push(pathname);
  const type = response.request().resourceType();
  if (type !== 'script' && type !== 'stylesheet') return;
  const { 'content-length': length } = await response.allHeaders();
  (type === 'script' ? visited.scripts : visited.styles).set(pathname, Number(length));
}

async function signIn(page: Page, viewer: 'member' | 'admin'): Promise<void> {
  const data = { email: `${viewer}@demo.test`, password: 'demo-harbor-2026' };
  const reply = await page.request.post('/api/auth/sign-in', { data });
  if (!reply.ok()) throw new Error(`signing in returned ${reply.status()}`);
}
