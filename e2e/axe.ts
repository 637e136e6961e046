import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** What a theme can have a part in: the rest of a page is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

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
  expect.soft(await violations(page, part, rulesOfColour), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Nothing that axe knows of is wrong with what is on the page now, or with the `part` of it that
 * has opened, and nothing scrolls sideways.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await settled(page);
  expect.soft(await violations(page, part), where).toEqual([]);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect.soft(isWide, `${where} scrolls sideways`).toBe(false);
}

/**
 * A colour half way through a transition is not a colour anybody reads. A spinner never ends, and
 * what follows the scrolling ends only there: neither is waited for.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ timeline, effect }) => {
          const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
          return timeline === document.timeline && ends;
        })
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

async function violations(page: Page, part: string | undefined, only?: string[]) {
  const axe = new AxeBuilder({ page });
  if (part !== undefined) axe.include(part);
  if (only) axe.withRules(only);
  else axe.withTags(tags).options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
  }));
}
