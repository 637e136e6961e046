/** A test in whichever browser its project is for, with a tab of its own and a silent console. */
import { test as base, expect } from '@playwright/test';
import type { Browser } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { type Page, pageOf } from './page.ts';
import { startWebKit, type WebKitPrograms } from './webkit.ts';

/** Where a browser is on this machine. */
export type Programs = { firefox: string } | { webkit: WebKitPrograms };

export type Options = { programs: Programs };

type PerWorker = Options & { running: Browser };

export const test = base.extend<{ here: Page }, PerWorker>({
  programs: [{ firefox: 'firefox' }, { option: true, scope: 'worker' }],
  running: [
    async ({ programs }, use) => {
      const running =
        'firefox' in programs
          ? await startFirefox(programs.firefox)
          : await startWebKit(programs.webkit);
      await use(running);
      await running.close();
    },
    { scope: 'worker' },
  ],
  here: async ({ running }, provide, info) => {
    const tab = await running.openTab();
    await provide(pageOf(tab, process.env.HUB_URL ?? ''));
    if (info.status !== info.expectedStatus) {
      await info.attach(running.name, { body: await tab.screenshot(), contentType: 'image/png' });
    }
    const complaints = await tab.complaints();
    await tab.close();
    expect(complaints, 'the console stays silent').toEqual([]);
  },
});

export { expect };
