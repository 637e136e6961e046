import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { type BackupFacts, judgeBackups } from './backup-state.ts';

const now: Instant = '2026-11-25T18:00:00.000Z';
const yesterday: Instant = '2026-11-24T17:00:00.000Z';
const earlier: Instant = '2026-11-24T15:59:00.000Z';
const eightDays: Instant = '2026-11-17T18:00:00.000Z';
const nineDays: Instant = '2026-11-17T17:59:59.000Z';
const facts = (some: Partial<BackupFacts>): BackupFacts => ({
  isConfigured: true,
  since: earlier,
  newestAt: null,
  failedAt: null,
  oldestAt: null,
  provedAt: null,
  isRehearsalFailed: false,
  ...some,
});

test.for<[what: string, Partial<BackupFacts>, state: string]>([
  ['a backup of the last 26 hours is fine', { newestAt: yesterday }, 'fine'],
  ['an older one is late', { newestAt: earlier }, 'late'],
  ['a failure after it is reported at once', { newestAt: yesterday, failedAt: now }, 'failed'],
  [
    'a copy that failed is reported, though it is whole',
    { newestAt: now, failedAt: now },
    'failed',
  ],
  ['a failure before it is over', { newestAt: now, failedAt: yesterday }, 'fine'],
  ['a first attempt that failed is reported', { failedAt: now }, 'failed'],
  ['a server that just started has none yet', { since: yesterday }, 'pending'],
  ['a server that never made one is late', { since: earlier }, 'late'],
  ['without a folder there are none', { isConfigured: false }, 'off'],
  ['old ones do not count then', { isConfigured: false, newestAt: earlier }, 'off'],
  [
    'a rehearsal that failed is reported, whatever an earlier one proved',
    { newestAt: now, provedAt: yesterday, isRehearsalFailed: true },
    'unproven',
  ],
  ['a rehearsal proves for eight days', { newestAt: now, provedAt: eightDays }, 'fine'],
  ['and no longer', { newestAt: now, provedAt: nineDays }, 'unproven'],
  ['the first rehearsal has a day', { newestAt: now, oldestAt: yesterday }, 'fine'],
  ['and no longer than that', { newestAt: now, oldestAt: earlier }, 'unproven'],
  ['an old backup is late, proved or not', { newestAt: earlier, provedAt: now }, 'late'],
  ['another server makes them', { isConfigured: false, newestAt: yesterday }, 'fine'],
])('%s', ([, some, state]) => {
  expect(judgeBackups(facts(some), now)).toBe(state);
});
