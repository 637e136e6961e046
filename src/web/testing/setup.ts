/** Run before every file of component tests: the page as `index.html` and `main.tsx` set it up. */
import '#web/api/zod-settings.ts';
import '#web/styles.css';
import { afterEach, beforeEach, expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

/** Where the pointer rests after one test, the next one may have a link, which loads ahead what it leads to. */
async function restPointer(): Promise<void> {
  const corner = document.createElement('div');
  corner.style.cssText = 'position:fixed;right:0;bottom:0;width:2px;height:2px';
  document.body.append(corner);
  await userEvent.hover(corner);
  corner.remove();
}

beforeEach(async () => {
  await page.viewport(1280, 720);
  await restPointer();
  messages.length = 0;
  startNetwork();
});

afterEach(async () => {
  leave();
  expect([...resetNetwork(), ...messages]).toEqual([]);
  // What was about to ask for something does so before the next test.
  await new Promise((resolve) => setTimeout(resolve));
});
