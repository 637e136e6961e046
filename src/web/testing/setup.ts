/** Run before every file of component tests: the page as `index.html` and `main.tsx` set it up. */
import '#web/api/zod-settings.ts';
import '#web/styles.css';
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { installNetwork, resetNetwork, startNetwork } from './network.ts';
import { leave } from './open.tsx';

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
installNetwork();

const messages: string[] = [];
/** What browsers report when a ResizeObserver changes sizes in its own frame, as the month's rows do on purpose. */
const resizedAgain = 'ResizeObserver loop completed';
for (const kind of ['error', 'warn'] as const) {
  const print = console[kind];
  console[kind] = (...parts) => {
    const message = `${kind}: ${parts.join(' ')}`;
    if (message.includes(resizedAgain)) return;
    messages.push(message);
    print(...parts);
  };
}

beforeEach(async () => {
  await page.viewport(1280, 720);
  messages.length = 0;
  startNetwork();
});

afterEach(async () => {
  leave();
  expect([...resetNetwork(), ...messages]).toEqual([]);
  // What was about to ask for something does so before the next test.
  await new Promise((resolve) => setTimeout(resolve));
});
