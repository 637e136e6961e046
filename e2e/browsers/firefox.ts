/** Stock Firefox, driven by Puppeteer over WebDriver BiDi. */
import puppeteer, { type Browser as Firefox } from 'puppeteer-core';
import { type Browser, type Tab, viewport } from './driver.ts';

export async function startFirefox(executablePath: string): Promise<Browser> {
  // Only the journey's own limit ends a slow start.
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: viewport,
    timeout: 0,
  });
  return { openTab: () => openTab(firefox), close: () => firefox.close() };
}

async function openTab(firefox: Firefox): Promise<Tab> {
  const context = await firefox.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(0);
  const consoleErrors: string[] = [];
  let isLeaving = false;
  const report = (text: string) => {
    if (!isLeaving) consoleErrors.push(text);
  };
  page.on('console', (message) => {
    const type = message.type();
    if (['error', 'warn', 'assert'].includes(type)) report(`${type}: ${message.text()}`);
  });
  // These include what the content security policy refused.
  page.on('pageerror', (error) => report(String(error)));
  return {
    navigate: async (url) => {
      // Leaving a page aborts its pending requests, which browsers log as errors.
      isLeaving = true;
      await page.goto('about:blank');
      isLeaving = false;
      await page.goto(url);
    },
    evaluate: (inPage, argument) =>
      page.evaluate(inPage as (argument: unknown) => Promise<never>, argument),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressEscape: () => page.keyboard.press('Escape'),
    consoleErrors,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  };
}
