/** What a browser fetches, as the server sends it: brotli, in Chromium, the production build. */
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { startHub, stop } from '#app/testing/hub-process.ts';
import { type Claim, type ClaimGroup, withinBudget } from './claim.ts';

const firstLoadKilobytes = 130;
const screenKilobytes = 40;
const stylesKilobytes = 15;
const expensesRequests = 20;

const screens = ['/expenses', '/wallets', '/members', '/calendar', '/events', '/resources'];

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
  const card = await visit(browser, url, '/', false);
  const home = await visit(browser, url, '/', true);
  const claims = [
    budget('JavaScript of the sign-in card', card.scripts, firstLoadKilobytes),
    budget('JavaScript of the shell and Home', home.scripts, firstLoadKilobytes),
    budget('CSS', home.styles, stylesKilobytes),
  ];
  for (const path of screens) {
    const { scripts, requests } = await visit(browser, url, path, true);
    const further = new Map([...scripts].filter(([name]) => !home.scripts.has(name)));
    claims.push(budget(`further JavaScript of ${path}`, further, screenKilobytes));
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

/** Opens an address in a fresh browser profile and lists what arrived until nothing more did. */
async function visit(
  browser: Browser,
  url: string,
  path: string,
  isSignedIn: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url });
  try {
    const page = await context.newPage();
    if (isSignedIn) await signIn(page);
    const seen: Visit = { scripts: new Map(), styles: new Map(), requests: [] };
    const arrived: Promise<void>[] = [];
    page.on('response', (response) => arrived.push(note(seen, response)));
    await page.goto(path, { waitUntil: 'load' });
    // What is on screen counts; what is fetched ahead once the page is idle does not.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
    await Promise.all(arrived);
    return seen;
  } finally {
    await context.close();
  }
}

async function note(seen: Visit, response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  seen.requests.push(pathname);
  const type = response.request().resourceType();
  if (type !== 'script' && type !== 'stylesheet') return;
  const { 'content-length': length } = await response.allHeaders();
  (type === 'script' ? seen.scripts : seen.styles).set(pathname, Number(length));
}

async function signIn(page: Page): Promise<void> {
  const data = { email: 'member@demo.test', password: 'demo-harbor-2026' };
  const reply = await page.request.post('/api/auth/sign-in', { data });
  if (!reply.ok()) throw new Error(`signing in answered ${reply.status()}`);
}
