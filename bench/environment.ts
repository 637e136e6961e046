import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir, startHub, stop } from '#app/testing/hub-process.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';
import type { Environment } from './claim.ts';

export function openEnvironment(): Environment & { close(): Promise<void> } {
  let demo: Promise<string> | undefined;
  return {
    demoFolder: () => {
      demo ??= createDemo();
      return demo;
    },
    async close() {
      if (demo !== undefined) await removeDataDir(await demo, []);
    },
  };
}

async function createDemo(): Promise<string> {
  const home = join(tmpdir(), 'chapter-hub-bench');
  await removeLeftovers(home);
  const folder = scratchFolder(home);
  await mkdir(folder, { mode: 0o755 });
  process.stderr.write('Creating a demo chapter to measure …\n');
  await stop(await startHub(folder, ['--demo']));
  return folder;
}
