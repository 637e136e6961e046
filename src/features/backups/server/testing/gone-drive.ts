import { readFile } from 'node:fs/promises';
import { hasOrSay } from '#app/testing/say.ts';

/** Whether a test can take a drive away. */
export const canLoseDrive = hasOrSay(process.platform === 'linux', 'Drives that are gone', 'Linux');

/** Stops every process that tries a folder, as one that waits for a drive that is gone, until `act` is done. */
export async function whileDriveIsGone(act: () => Promise<void>): Promise<void> {
  let isDone = false;
  const acting = act().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const child of await listChildren()) {
      if ((await readText(`/proc/${child}/cmdline`)).includes('probe-process')) {
        process.kill(Number(child), 'SIGSTOP');
      }
    }
    // Before it has tried anything.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await acting;
}

async function listChildren(): Promise<string[]> {
  const children = await readText(`/proc/${process.pid}/task/${process.pid}/children`);
  return children.split(' ').filter(Boolean);
}

/** Empty for a process that has just ended. */
async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
