import { constants } from 'node:os';
import type { Log } from './log.ts';

const drainSeconds = 20;

export type Shutdown = {
  /**
   * Waits for the first SIGTERM or SIGINT, then runs `close`, which lets current requests finish; a
   * second signal ends the process immediately.
   */
  thenClose(close: () => Promise<void>): Promise<void>;
};

/** Handles signals from now on. A signal before `thenClose`, or a second one, ends the process. */
export function onSignal(log: Log): Shutdown {
  let begin: (() => void) | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    // process.exit() also stops the database: see embedded-postgres.ts.
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
      // An idle connection must not keep the process alive.
      setTimeout(() => process.exit(), 1_000).unref();
    },
  };
}
