/** Clocks of programs that a test sets, where the machine has Debian's `libfaketime`. */
import { existsSync, writeFileSync } from 'node:fs';
import { hasOrSay } from './say.ts';

const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

export const canFakeClocks = hasOrSay(
  library !== undefined,
  'Clocks that jump',
  "Debian's libfaketime",
);

/** Of a program that runs `withClock` of this file: libfaketime reads it each time it is asked for the time. */
export function setClock(path: string, secondsAhead: number): void {
  writeFileSync(path, `${secondsAhead < 0 ? '' : '+'}${secondsAhead}\n`);
}

export function withClock(path: string): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_NO_CACHE: '1',
    // As a clock that is set leaves what only counts.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
