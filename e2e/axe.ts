import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/**
 * Nothing that axe knows of is wrong with what is on the page now, or with the `part` of it that
 * has opened, and nothing scrolls sideways.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  // A colour half way through a transition is not a colour anybody reads. A spinner never ends, and
  // what follows the scrolling ends only there: neither is waited for.
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
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part))
    .withTags(rules)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
  }));
  expect.soft(found, where).toEqual([]);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect.soft(isWide, `${where} scrolls sideways`).toBe(false);
}
