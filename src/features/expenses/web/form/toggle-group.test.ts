import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { toggleGroup } from './toggle-group.ts';

const [ann, bob, cleo] = [
  testId<'member'>('ann'),
  testId<'member'>('bob'),
  testId<'member'>('cleo'),
];

test('a group is added without those already selected, and removed as a whole', () => {
  expect(toggleGroup([bob], [ann, bob])).toEqual({ isIn: false, next: [bob, ann] });
  expect(toggleGroup([bob, cleo, ann], [ann, bob])).toEqual({ isIn: true, next: [cleo] });
});

test('nobody is ever selected twice, and two presses never leave the group selected', () => {
  const ids = fc.uniqueArray(
    fc.constantFrom(...'abcdefgh'.split('').map((id) => testId<'member'>(id))),
  );
  fc.assert(
    fc.property(ids, ids, (selected, group) => {
      const once = toggleGroup(selected, group).next;
      const twice = toggleGroup(once, group).next;
      expect(new Set(once).size).toBe(once.length);
      const [more, fewer] = once.length > twice.length ? [once, twice] : [twice, once];
      expect(group.every((id) => more.includes(id))).toBe(true);
      expect(group.some((id) => fewer.includes(id))).toBe(false);
    }),
  );
});
