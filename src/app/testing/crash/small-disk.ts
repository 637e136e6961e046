/** A real disk of its own for a database, to be filled. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hasOrSay } from '../say.ts';

export const canMountDisks = hasOrSay(
  process.platform === 'linux' && process.getuid?.() === 0,
  'Full disks',
  'root on Linux, who can mount one to fill',
);

/** The database of a stopped server, moved to a disk of its own; returns where that is mounted. */
export async function moveToSmallDisk(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres');
  const aside = join(dataDir, 'aside');
  await rename(folder, aside);
  await mkdir(folder);
  mountSmallDisk(folder, 256);
  execFileSync('cp', ['--archive', `${aside}/.`, folder]);
  await rm(aside, { recursive: true });
  return folder;
}

/** Hides what is in the folder. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
}

export function unmount(disk: string): void {
  execFileSync('umount', ['--lazy', disk]);
}

/** At once: nothing else may use the last space before it is gone. */
export function fill(path: string): void {
  for (const piece of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
    try {
      for (;;) writeFileSync(path, piece, { flag: 'a' });
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
}
