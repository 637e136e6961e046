import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** All rules that are on by default, and the one about small targets; the same as in journeys. */
const options: RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** Expects no axe violations in this part of the page, once its animations have ended. */
export async function expectAccessible(part: Locator): Promise<void> {
  // One of what left the page meanwhile was canceled, which also ends it.
  await Promise.allSettled(
    part
      .element()
      .getAnimations({ subtree: true })
      .map(({ finished }) => finished),
  );
  const { violations } = await axe.run(part.element(), options);
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) })),
  ).toEqual([]);
}
