import { expect, test } from 'vitest';
import { roles } from '#kit/role.ts';
import { changeStanding, memberStatuses, type Standing } from './standing.ts';

const standings: Standing[] = roles.flatMap((role) =>
  memberStatuses.map((status) => ({ role, status })),
);
const isAdmin = ({ role, status }: Standing) => role === 'admin' && status === 'active';

test('a chapter never loses its last admin, whatever is changed into whatever', () => {
  for (const before of standings) {
    for (const after of standings) {
      const changed = changeStanding(before, after, 0);
      if (isAdmin(before))
        expect(changed.ok, JSON.stringify({ before, after })).toBe(isAdmin(after));
      if (!changed.ok && before.status !== 'removed') {
        expect(changed.refusal.code).toBe('last_admin');
      }
    }
  }
});

test('with another admin everything can be changed, but nobody who was removed', () => {
  for (const before of standings) {
    for (const after of standings) {
      const isSame = before.role === after.role && before.status === after.status;
      expect(changeStanding(before, after, 1).ok).toBe(before.status !== 'removed' || isSame);
    }
  }
});
