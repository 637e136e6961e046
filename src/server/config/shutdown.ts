import { constants } from 'node:os';
import type { Log } from './log.ts';

const drainSeconds = 20;

export type Shutdown = {
  /**
   * Waits for the first SIGTERM or SIGINT, then runs `close`, which lets requests under way end;
   * a second signal does not wait for it.
   */
  thenClose(close: () => Promise<void>): Promise<void>;
};

/** Hears signals from now on. One before there is anything to close, or a second, ends the process. */
export function onSignal(log: Log): Shutdown {
  let begin: (() => void) | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    // Whoever leaves by exit() takes the database along: see embedded-postgres.ts.
    if (begin === undefined) process.exit(128 + constants.signals[signal]);
    begin();
    begin = undefined;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return {
    thenClose: async (close) => {
      await new Promise<void>((resolve) => {
        begin = resolve;
      });
      const late = setTimeout(() => {
        log.error(`Requests were still in progress after ${drainSeconds} s`);
        process.exit(1);
      }, drainSeconds * 1_000);
      await close().finally(() => clearTimeout(late));
      // Somebody's idle connection is no reason to stay.
      setTimeout(() => process.exit(), 1_000).unref();
    },
  };
}
