import { expect } from 'vitest';
import { type Command, runHub } from '../hub-process.ts';
import type { Writers } from './concurrent-writers.ts';
import { findWrongWrites } from './count-writes.ts';
import type { CrashHub } from './crash-hub.ts';

/**
 * Holds before anything is sent again, after everything unknown was, and after some writes were
 * once too often; the running hub's books are right all the while.
 */
export async function expectExactlyOnce(hub: CrashHub, writers: Writers): Promise<void> {
  expect(await findWrongWrites(hub.dataDir, writers.writes)).toEqual([]);
  const reconciled = runHub(['reconcile', '--data', hub.dataDir]);
  await writers.retryUnknown();
  await writers.replaySome(10);
  expect(writers.complaints).toEqual([]);
  expect(writers.writes.filter((write) => write.acknowledged === undefined)).toEqual([]);
  expect(await findWrongWrites(hub.dataDir, writers.writes)).toEqual([]);
  await expectReconciled(reconciled);
}

/** `hub reconcile` found nothing: what it says of each audit comes before. */
export async function expectReconciled(command: Command): Promise<void> {
  const { code } = await command.ended;
  expect([command.stdout(), code]).toEqual([
    expect.stringMatching(/^(audit .*\n)*0 differences\n$/),
    0,
  ]);
}
