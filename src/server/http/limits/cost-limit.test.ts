/** Writes are limited by what they cost, not by their number alone. */
import { expect, test } from 'vitest';
import { createCostLimit, maxUnits } from './cost-limit.ts';

const post = { method: 'POST' } as const;

function start() {
  const clock = { time: 0 };
  return { clock, limit: createCostLimit(true, () => clock.time) };
}

/** How many requests of a size are taken in one moment. */
function count(limit: ReturnType<typeof createCostLimit>, bytes: number, person = 'ann'): number {
  for (let n = 0; ; n += 1) {
    if (n > 10_000 || !limit.chargeRequest(person, post, bytes).ok) return n;
  }
}

test('600 small writes a minute are taken, and fewer the larger they are', () => {
  expect(count(start().limit, 200)).toBe(600);
  expect(count(start().limit, 32_768)).toBe(75);
  expect(count(start().limit, 256 * 1_024)).toBe(9);
});

test('rows that a write made are charged to what follows', () => {
  const { clock, limit } = start();
  expect(limit.chargeRequest('ann', post, 100).ok).toBe(true);
  // The most rows of one file.
  for (let n = 0; n < 3; n += 1) limit.chargeRows('ann', 20_000);
  const refused = limit.chargeRequest('ann', post, 100);
  expect(refused).toMatchObject({ ok: false, refusal: { kind: 'too-many' } });
  const seconds = Number(!refused.ok && refused.refusal.details?.retryAfterSeconds);
  clock.time += (seconds - 1) * 1_000;
  expect(limit.chargeRequest('ann', post, 100).ok).toBe(false);
  clock.time += 1_000;
  expect(limit.chargeRequest('ann', post, 100).ok).toBe(true);
});

test('nobody saves up, and nobody pays for another', () => {
  const { clock, limit } = start();
  expect(count(limit, 1)).toBe(maxUnits);
  expect(count(limit, 1, 'bob')).toBe(maxUnits);
  clock.time += 3_600_000;
  expect(count(limit, 1)).toBe(maxUnits);
});

test('reads, strangers and a hub without limits are not charged', () => {
  const { limit } = start();
  count(limit, 1);
  expect(limit.chargeRequest('ann', { method: 'GET' }, 0).ok).toBe(true);
  expect(limit.chargeRequest(undefined, post, 100_000).ok).toBe(true);
  expect(count(createCostLimit(false), 256 * 1_024)).toBe(10_001);
});
