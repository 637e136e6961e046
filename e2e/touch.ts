import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

type Place = { x: number; y: number };

/** A finger on a page with touch, whose input takes the same way as that of a real screen. */
export class Finger {
  readonly #session: CDPSession;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  /** Moves over the page at once, which scrolls. */
  async swipe(from: Place, to: Place): Promise<void> {
    await this.#send('touchStart', from);
    await this.#move(from, to);
    await this.#send('touchEnd');
  }

  /** Rests until something is held, moves and lets go, which drags. */
  async drag(from: Place, to: Place, held: Locator): Promise<void> {
    await this.#send('touchStart', from);
    await expect(held).toBeVisible();
    await this.#move(from, to);
    await this.#send('touchEnd');
  }

  async #move(from: Place, to: Place): Promise<void> {
    const steps = 8;
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      const place = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.#send('touchMove', place);
      // Frames, in which a page that scrolls would do so.
      await this.#page.waitForTimeout(20);
    }
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', place?: Place): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: place === undefined ? [] : [place],
    });
  }
}
