/**
 * Runs axe in the page under test. Its Playwright wrapper injects the source again for every check and
 * merges the results in an extra page to support frames, which this app does not have.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';
import { tier } from '#app/testing/amounts.ts';
import { expect } from './journey.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules that are on by default, and the one about small targets. */
const allRules: Axe.RunOptions = { rules: { 'target-size': { enabled: true } } };

/** The rules that depend on the theme; the rest of a page is the same in both. */
const themeRules = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The rules that depend on the width as well, in a dialog: screens show tables instead of lists. */
const lookRules: Axe.RunOptions = { runOnly: [...themeRules.runOnly, 'target-size'] };

const desktop = { width: 1280, height: 800 };
/** A phone, a tablet, a desktop. */
export const viewports = [{ width: 360, height: 740 }, { width: 768, height: 1024 }, desktop];

/** A page is opened like this for `expectAccessibleEverywhere`, which widens it from there. */
export const onPhone = { colorScheme: 'light', viewport: { width: 360, height: 740 } } as const;

/**
 * Like `expectAccessibleInBothThemes`, at every width; at the gate, on a phone in the light theme and on a
 * desktop in the dark one. What is open stays open while the window is widened, so each state is reached
 * once.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  where: string,
  part?: string,
): Promise<void> {
  const begun = page.viewportSize();
  if (tier === 'gate') {
    await expectAccessible(page, `${where}, ${begun?.width} px`, part);
    const rules = part === undefined ? allRules : lookRules;
    await Promise.all([page.setViewportSize(desktop), switchTheme(page, 'dark')]);
    await expectAccessible(page, `${where}, dark desktop`, part, rules);
    await Promise.all([begun && page.setViewportSize(begun), switchTheme(page, 'light')]);
    return;
  }
  for (const viewport of viewports.filter(({ width }) => width >= (begun?.width ?? 0))) {
    await page.setViewportSize(viewport);
    await expectAccessibleInBothThemes(page, `${where}, ${viewport.width} px`, part);
  }
  if (begun) await page.setViewportSize(begun);
}

/**
 * Like `expectAccessible`, for a page in the light theme, which is restored at the end. The gate looks at it
 * in that theme alone: both have the same colors by name, which it tries on every screen.
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  where: string,
  part?: string,
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectAccessible(page, where, part);
  if (tier === 'gate') return;
  await switchTheme(page, 'dark');
  await waitUntilSettled(page);
  expect.soft(await findViolations(page, part, themeRules), `${where}, dark`).toEqual([]);
  await switchTheme(page, 'light');
}

async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/**
 * Expects no axe violations on the current page, or in `part` of it, and no horizontal scrolling.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  part?: string,
  rules: Axe.RunOptions = allRules,
): Promise<void> {
  // A page is empty until its code has come.
  if (part === undefined) await page.locator('main').first().waitFor({ state: 'attached' });
  await waitUntilSettled(page);
  expect.soft(await findViolations(page, part, rules), where).toEqual([]);
  const isOverflowing = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect.soft(isOverflowing, `${where} scrolls sideways`).toBe(false);
}

/**
 * Colors in the middle of a transition would be reported, and the end of one transition may start the
 * next in an element that inherits from it. Spinners never end and scroll-driven animations end only by
 * scrolling, so neither is waited for. A table replaces a list a moment after the window is widened,
 * so the page must be idle, too. Each frame is looked at: the promise of an animation's end was seen to
 * stay open in a page without animations.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const findRunning = () =>
      document.getAnimations().filter(({ timeline, effect, playState }) => {
        const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        return timeline === document.timeline && ends && playState !== 'finished';
      });
    do {
      await new Promise(requestAnimationFrame);
      await new Promise((drawn) => requestIdleCallback(drawn, { timeout: 100 }));
    } while (findRunning().length > 0);
  });
}

async function findViolations(page: Page, part: string | undefined, options: Axe.RunOptions) {
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
    // Omits the details of passed rules.
    { part, options: { ...options, resultTypes: ['violations' as const] } },
  );
}
