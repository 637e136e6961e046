import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and the folders on the way to it. Node's own (`recursive`) never returns where a
 * file system says "no such folder" of a folder that exists, as `/proc` does.
 */
export async function ensureFolder(path: string): Promise<void> {
  if (await isMade(path)) return;
  await ensureFolder(dirname(resolve(path)));
  // Made by another process in between, perhaps.
  if (!(await isMade(path))) await mkdir(path);
}

/** Makes it; false if the folder above it is missing. */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Asked only now, because some systems refuse to create what exists for another reason.
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return true;
    if (code === 'ENOENT' && dirname(resolve(path)) !== resolve(path)) return false;
    throw error;
  }
}
