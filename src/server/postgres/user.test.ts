import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { warnOfSharedUser } from './user.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('an operator is warned only of data that belong to nobody', async () => {
  const dataDir = await temporaryFolder();
  expect(warnOfSharedUser(dataDir)).toContain('runs as root');
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  await chown(cluster, 4_242, 4_242);
  expect(warnOfSharedUser(dataDir)).toBeUndefined();
});
