/** Proves a backup: restores it into a scratch database beside the real one, which is dropped again. */
import type { Instant } from '#kit/day.ts';
import { expectSpace, type ReadFreeBytes, readFreeBytes } from './free-space.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';
import { withScratchDatabase } from './scratch-database.ts';

const quiet = { info: () => {}, warn: () => {} };

type Scratch = {
  readonly ownerUrl: string;
  readonly passphrase: string | undefined;
  readonly now: Instant;
  /** The data directory of an embedded database. Of another, the disk can't be seen from here. */
  readonly embeddedIn?: string | undefined;
  readonly readFree?: ReadFreeBytes;
};

/** As `hub restore` does, with everything it compares and checks. */
export async function rehearseRestore(path: string, options: Scratch): Promise<Restored> {
  return restoreBeside(path, options, 'rehearsal', async (restored) => restored);
}

/** Restores a backup beside the real database, works with it, and drops it. */
export async function restoreBeside<T>(
  path: string,
  { ownerUrl, passphrase, now, embeddedIn, readFree = readFreeBytes }: Scratch,
  purpose: 'rehearsal' | 'restore',
  work: (restored: Restored, scratchUrl: string) => Promise<T>,
): Promise<T> {
  return withScratchDatabase(
    ownerUrl,
    purpose,
    async (scratchUrl) => {
      const target = { ownerUrl: scratchUrl, appRole: undefined, log: quiet, now, passphrase };
      return work(await restoreBackup(path, target), scratchUrl);
    },
    async (client) => {
      if (embeddedIn === undefined) return;
      await expectSpace(client, path, { dataDir: embeddedIn, readFree });
    },
  );
}
