/**
 * axe itself, run in the page that is looked at. Its wrapper for Playwright reads all of it anew at
 * every look, and adds up what it found in one more page, for the sake of frames: there are none.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';
import { expect } from './journey.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe looks for by itself, and targets that are too small. */
const everything: Axe.RunOptions = { rules: { 'target-size': { enabled: true } } };

/** What a theme can have a part in: the rest of a page is the same in both. */
const colours: Axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** As `expectAccessible`, on a page that begins in the light theme and is left in it. */
export async function expectAccessibleInBothThemes(
  page: Page,
  where: string,
  part?: string,
): Promise<void> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expectAccessible(page, where, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await settled(page);
  expect.soft(await violations(page, part, colours), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Nothing that axe knows of is wrong with what is on the page now, or with the `part` of it that
 * has opened, and nothing scrolls sideways.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await settled(page);
  expect.soft(await violations(page, part, everything), where).toEqual([]);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect.soft(isWide, `${where} scrolls sideways`).toBe(false);
}

/**
 * A colour half way through a transition is not a colour anybody reads; the end of one may begin the
 * next, of what inherits it. A spinner never ends, and what follows the scrolling ends only there:
 * neither is waited for.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ timeline, effect, playState }) => {
        const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        return timeline === document.timeline && ends && playState !== 'finished';
      });
    do {
      await Promise.all(running().map((each) => each.finished.catch(() => undefined)));
      await new Promise(requestAnimationFrame);
    } while (running().length > 0);
  });
}

async function violations(page: Page, part: string | undefined, options: Axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ part, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(part ?? document, options);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
      }));
    },
    // What passes is not read, so it need not be described.
    { part, options: { ...options, resultTypes: ['violations' as const] } },
  );
}
