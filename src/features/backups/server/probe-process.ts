/**
 * Saves a file in a folder and removes it, run from its source by `probe-folder.ts`: a process that waits for a
 * drive that is gone can be left behind, while a thread would keep its own process from ending. Sends the
 * code of what went wrong, or an empty text.
 */
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** More than what a full disk still has room for in a file's own record. */
const probe = Buffer.alloc(65_536);

const [folder = '', afterwards] = process.argv.slice(2);

function tryFolder(): string {
  const path = join(folder, `.chapter-hub-probe-${process.pid}-${process.hrtime.bigint()}`);
  let isMade = false;
  try {
    isMade = makeFolder();
    writeFileSync(path, probe, { flag: 'wx', mode: 0o600, flush: true });
    return '';
  } catch (error) {
    return codeOf(error);
  } finally {
    attempt(() => rmSync(path, { force: true }));
    if (isMade && afterwards === 'remove') attempt(() => rmdirSync(folder));
  }
}

/** False if it is there. */
function makeFolder(): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** What can't be tidied says less than what went wrong before. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}

process.send?.(tryFolder(), () => process.disconnect?.());
