/** Tests in the browser of their project, each with its own tab and a silent console. */
import { test as base, expect } from '@playwright/test';
import type { Browser } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { createPage, type Page } from './page.ts';
import { startWebKit, type WebKitPrograms } from './webkit.ts';

/** The paths of a browser's programs. */
export type Programs = { firefox: string } | { webkit: WebKitPrograms };

export type Options = { programs: Programs };

type PerWorker = Options & { driver: Browser };

export const test = base.extend<{ browserPage: Page }, PerWorker>({
  programs: [{ firefox: 'firefox' }, { option: true, scope: 'worker' }],
  driver: [
    async ({ programs }, use) => {
      const driver =
        'firefox' in programs
          ? await startFirefox(programs.firefox)
          : await startWebKit(programs.webkit);
      await use(driver);
      await driver.close();
    },
    { scope: 'worker' },
  ],
  browserPage: async ({ driver }, provide, info) => {
    const tab = await driver.openTab();
    await provide(createPage(tab, process.env.HUB_URL ?? ''));
    if (info.status !== info.expectedStatus) {
      await info.attach('page', { body: await tab.screenshot(), contentType: 'image/png' });
    }
    const consoleErrors = [...tab.consoleErrors];
    await tab.close();
    expect(consoleErrors, 'the console stays silent').toEqual([]);
  },
});

export { expect };
