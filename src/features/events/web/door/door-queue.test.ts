import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { CallError } from '#web/api/call-error.ts';
import { type Attendance, applyChange } from '../../door/attendance.ts';
import type { DoorPerson } from '../../door/door-contract.ts';
import { createDoorQueue } from './door-queue.ts';

const at = '2026-11-20T18:00:00.000Z';
const maya = testId<'member'>('018eecc9-5000-7490-82a2-94e8ad913359');
const people = ['ann', 'ben', 'cem'].map((name, index): DoorPerson => {
  const memberId = testId<'member'>(`018eecc9-5000-7490-82a2-94e8ad91335${index}`);
  return { memberId, name, rsvp: null, attendance: null };
});
const [ann, ben, cem] = people as [DoorPerson, DoorPerson, DoorPerson];

/** A server, and browsers that keep what is pending. */
function start() {
  const stored = new Map<string, Attendance>();
  const arrived: string[] = [];
  const refused: string[] = [];
  let kept: string | undefined;
  const network = { isOnline: true, isBroken: false, losesReplies: false, refusal: 0 };
  const open = () =>
    createDoorQueue({
      read: () => kept,
      write: (text) => void (kept = text),
      isOnline: () => network.isOnline,
      send: async (change) => {
        if (network.isBroken) throw new TypeError('a bug');
        if (network.refusal) throw new CallError('refused', { status: network.refusal });
        arrived.push(`${change.name} ${change.isHere ? 'in' : 'out'}`);
        const before = stored.get(change.memberId);
        const { outcome, after } = applyChange(before, change, { memberId: maya, now: at });
        if (after) stored.set(change.memberId, after);
        if (network.losesReplies) throw new CallError('unreachable', { status: 0 });
        const person = people.find(({ memberId }) => memberId === change.memberId) as DoorPerson;
        const attendance = after ? { ...after, notedBy: 'Maya Chen' } : null;
        return { outcome, person: { ...person, attendance } };
      },
      onReply: () => undefined,
      onRefused: ({ name }) => refused.push(name),
    });
  return { open, network, arrived, refused, stored };
}

let used = 0;
const press = (isHere: boolean) => {
  used += 1;
  const changeId = testId<'change'>(`018eecc9-5000-7490-82a2-${String(used).padStart(12, '0')}`);
  return { changeId, isHere, guests: 0, at } as const;
};

test('check-ins made offline survive a reload and are sent in order when the connection is back', async () => {
  const { open, network, arrived, stored } = start();
  network.isOnline = false;
  const before = open();
  before.press(ben, press(true));
  before.press(ann, press(true));
  before.press(cem, press(true));
  before.press(cem, press(false));
  expect(arrived).toEqual([]);
  const reopened = open();
  expect(reopened.getPending().map(({ name }) => name)).toEqual(['ben', 'ann']);
  network.isOnline = true;
  await reopened.flush();
  expect(arrived).toEqual(['ben in', 'ann in']);
  expect([reopened.getPending(), open().getPending()]).toEqual([[], []]);
  expect(stored.size).toBe(2);
});

test('a check-in whose reply was lost is sent again without being counted twice', async () => {
  const { open, network, arrived, stored } = start();
  network.losesReplies = true;
  const queue = open();
  queue.press(ann, press(true));
  await queue.flush();
  expect(queue.getPending()).toMatchObject([{ isTried: true }]);
  queue.press(ann, press(false));
  network.losesReplies = false;
  await new Promise(setImmediate);
  await queue.flush();
  await new Promise(setImmediate);
  expect(arrived.at(-1)).toBe('ann out');
  expect(stored.get(ann.memberId)).toMatchObject({ isHere: false, version: 2 });
  expect(queue.getPending()).toEqual([]);
});

test('a refused check-in is dropped and reported, one that may succeed later is kept', async () => {
  const { open, network, refused } = start();
  const queue = open();
  for (const [status, isKept] of [
    [409, false],
    [404, false],
    [401, true],
    [429, true],
    [500, true],
  ] as const) {
    network.refusal = status;
    queue.press(ann, press(true));
    await queue.flush();
    await new Promise(setImmediate);
    expect([status, queue.getPending().length > 0]).toEqual([status, isKept]);
  }
  expect(refused).toEqual(['ann', 'ann']);
});

test('a bug is not mistaken for a lost connection, and the check-in is kept', async () => {
  const { open, network } = start();
  const queue = open();
  network.isOnline = false;
  queue.press(ann, press(true));
  network.isOnline = true;
  network.isBroken = true;
  await expect(queue.flush()).rejects.toThrow('a bug');
  network.isBroken = false;
  await queue.flush();
  expect(queue.getPending()).toEqual([]);
});
