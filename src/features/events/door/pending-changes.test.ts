import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { type Attendance, applyChange } from './attendance.ts';
import type { DoorPerson } from './door-contract.ts';
import {
  formatPending,
  markTried,
  type PendingChange,
  parsePending,
  queueChange,
  settleChange,
  showPending,
} from './pending-changes.ts';

const at = '2026-11-20T18:00:00.000Z';
const ids = Array.from({ length: 400 }, (_, index) =>
  testId<'change'>(`018eecc9-5000-7490-82a2-${String(index).padStart(12, '0')}`),
);
const tom = testId<'member'>('018eecc9-5000-7490-82a2-94e8ad913354');
const maya = testId<'member'>('018eecc9-5000-7490-82a2-94e8ad913355');
let used = 0;
const press = (isHere: boolean, guests = 0) => {
  used += 1;
  return { changeId: ids[used % ids.length] as Id<'change'>, isHere, guests, at } as const;
};

const person = (attendance: DoorPerson['attendance'] = null): DoorPerson => ({
  memberId: tom,
  name: 'Tom Becker',
  rsvp: null,
  attendance,
});
const here = { isHere: true, guests: 1, notedAt: at, notedBy: 'Maya Chen', version: 3 } as const;

test('a press that was never sent is replaced by the next, and dropped if it changes nothing', () => {
  const one = queueChange([], person(), press(true, 2));
  expect(one).toMatchObject([{ isHere: true, guests: 2, seenVersion: 0 }]);
  const two = queueChange(one, person(), press(true, 1));
  expect(two).toMatchObject([{ isHere: true, guests: 1, seenVersion: 0 }]);
  expect(queueChange(two, person(), press(false))).toEqual([]);
  const undo = queueChange([], person(here), press(false));
  expect(undo).toMatchObject([{ isHere: false, seenVersion: 3 }]);
  expect(queueChange(undo, person(here), press(true, 1))).toEqual([]);
});

test('a press after one that was sent waits for its reply and builds on it', () => {
  const [sent] = queueChange([], person(), press(true));
  if (!sent) throw new Error('a press must be pending');
  const tried = markTried([sent], sent.changeId);
  const both = queueChange(tried, person(), press(false));
  expect(both.map(({ seenVersion }) => seenVersion)).toEqual([0, null]);
  const saved = settleChange(both, sent.changeId, { outcome: 'applied', version: 1 });
  expect(saved).toMatchObject([{ isHere: false, seenVersion: 1 }]);
  expect(settleChange(both, sent.changeId, { outcome: 'overtaken', version: 4 })).toEqual([]);
  expect(settleChange(both, sent.changeId, { outcome: 'refused', version: 0 })).toEqual([]);
});

test('what is pending is read again as it was kept, and nothing from what is damaged', () => {
  const pending = queueChange([], person(), press(true, 2));
  expect(parsePending(formatPending(pending))).toEqual(pending);
  for (const damaged of [undefined, '', '{', '[{}]', '"x"'])
    expect(parsePending(damaged)).toEqual([]);
});

test('the list shows what was pressed last, as not sent', () => {
  const pending = queueChange([], person(), press(true, 2));
  expect(showPending([person()], pending)).toMatchObject([
    { isHere: true, guestsHere: 2, isUnsent: true },
  ]);
  expect(showPending([person(here)], [])).toMatchObject([
    { isHere: true, guestsHere: 1, isUnsent: false },
  ]);
});

/** A phone that sends its presses whenever it is online; replies may be lost on the way back. */
type Phone = { pending: readonly PendingChange[]; known: DoorPerson };

const steps = fc.array(
  fc.record({
    phone: fc.constantFrom(0, 1),
    step: fc.constantFrom('press', 'send', 'lose reply', 'refresh'),
    isHere: fc.boolean(),
    guests: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 40 },
);

test('two phones end up with what the server has, in whatever order they press, send and lose replies', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let stored: Attendance | undefined;
      const phones: Phone[] = [0, 1].map(() => ({ pending: [], known: person() }));
      const toPerson = () => person(stored ? { ...stored, notedBy: 'Maya Chen' } : null);
      const send = (phone: Phone, isReplyLost: boolean) => {
        const [next] = phone.pending;
        if (!next) return;
        phone.pending = markTried(phone.pending, next.changeId);
        expect(next.seenVersion).not.toBeNull();
        const change = { ...next, seenVersion: next.seenVersion ?? 0 };
        const { outcome, after } = applyChange(stored, change, { memberId: maya, now: at });
        // The first wins: a change applies only to the version that it was based on.
        if (outcome === 'applied') expect(next.seenVersion).toBe(stored?.version ?? 0);
        stored = after;
        if (isReplyLost) return;
        phone.known = toPerson();
        const version = stored?.version ?? 0;
        phone.pending = settleChange(phone.pending, next.changeId, { outcome, version });
      };
      for (const { phone: index, step, isHere, guests } of sequence) {
        const phone = phones[index] as Phone;
        if (step === 'press') {
          phone.pending = queueChange(phone.pending, phone.known, press(isHere, guests));
          phone.pending = parsePending(formatPending(phone.pending));
        } else if (step === 'refresh') phone.known = toPerson();
        else send(phone, step === 'lose reply');
      }
      for (const phone of phones) {
        for (let tries = 0; phone.pending.length > 0; tries += 1) {
          expect(tries).toBeLessThan(50);
          send(phone, false);
        }
      }
      for (const phone of phones) phone.known = toPerson();
      const [one, other] = phones.map(({ known, pending }) => showPending([known], pending));
      expect(one).toEqual(other);
    }),
    { numRuns: scaleRuns(1_000) },
  );
});
