import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { type BackupFacts, judgeBackups } from './backup-state.ts';

const now: Instant = '2026-11-25T18:00:00.000Z';
const yesterday: Instant = '2026-11-24T17:00:00.000Z';
const earlier: Instant = '2026-11-24T15:59:00.000Z';
const facts = (some: Partial<BackupFacts>): BackupFacts => ({
  isConfigured: true,
  since: earlier,
  newestAt: null,
  failedAt: null,
  ...some,
});

test.for<[what: string, Partial<BackupFacts>, state: string]>([
  ['a backup of the last 26 hours is fine', { newestAt: yesterday }, 'fine'],
  ['an older one is late', { newestAt: earlier }, 'late'],
  ['a failure after it is told at once', { newestAt: yesterday, failedAt: now }, 'failed'],
  ['a failure before it is over', { newestAt: now, failedAt: yesterday }, 'fine'],
  ['a first attempt that failed is told', { failedAt: now }, 'failed'],
  ['a server that just started has none yet', { since: yesterday }, 'pending'],
  ['a server that never made one is late', { since: earlier }, 'late'],
  ['without a folder there are none', { isConfigured: false }, 'off'],
  ['old ones do not count then', { isConfigured: false, newestAt: earlier }, 'off'],
  ['another server makes them', { isConfigured: false, newestAt: yesterday }, 'fine'],
])('%s', ([, some, state]) => {
  expect(judgeBackups(facts(some), now)).toBe(state);
});
