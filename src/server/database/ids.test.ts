import { expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

test('new ids sort in creation order and contain the time', () => {
  const before = Temporal.Now.instant().epochMilliseconds;
  const made = Array.from({ length: 10_000 }, newId);
  const after = Temporal.Now.instant().epochMilliseconds;
  expect(new Set(made).size).toBe(made.length);
  expect(made).toEqual(made.toSorted());
  for (const id of [made[0] ?? '', made.at(-1) ?? '']) {
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});

test('ids keep increasing when the clock is set back', () => {
  const before = newId();
  const now = vi.spyOn(Temporal.Now, 'instant');
  now.mockReturnValue(Temporal.Instant.fromEpochMilliseconds(1_000));
  const made = [before, newId(), newId()];
  now.mockRestore();
  made.push(newId());
  expect(made).toEqual(made.toSorted());
});
