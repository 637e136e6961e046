import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Presses 'Export CSV' and returns the lines of the file behind its header. */
export async function exportCsv(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  return file.trim().split('\r\n').slice(1);
}
