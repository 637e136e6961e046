import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';

/** Polls, because toasts move. A click would scroll what is covered into view. */
export const expectUncovered = (control: Locator) =>
  expect
    .poll(() =>
      control.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [left + 4, (left + right) / 2, right - 4].every((x) =>
          [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(x, y))),
        );
      }),
    )
    .toBe(true);
