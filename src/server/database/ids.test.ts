import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('new ids are all different, and name the time they were made', () => {
  const before = Temporal.Now.instant().epochMilliseconds;
  const made = Array.from({ length: 10_000 }, newId);
  const after = Temporal.Now.instant().epochMilliseconds;
  expect(new Set(made).size).toBe(made.length);
  for (const id of [made[0] ?? '', made.at(-1) ?? '']) {
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});
