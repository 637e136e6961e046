import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';

/** An empty folder for a test, removed afterward. */
export async function temporaryFolder(): Promise<string> {
  const home = join(tmpdir(), 'chapter-hub-folder');
  await removeLeftovers(home);
  const folder = scratchFolder(home);
  // Traversable by all: as root, the database runs as another user.
  await mkdir(folder, { mode: 0o755 });
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
