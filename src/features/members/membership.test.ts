import { expect, test } from 'vitest';
import { roles } from '#kit/role.ts';
import { changeMembership, type Membership, memberStatuses } from './membership.ts';

const memberships: Membership[] = roles.flatMap((role) =>
  memberStatuses.map((status) => ({ role, status })),
);
const isAdmin = ({ role, status }: Membership) => role === 'admin' && status === 'active';

test('no change of membership removes the last admin of a chapter', () => {
  for (const before of memberships) {
    for (const after of memberships) {
      const changed = changeMembership(before, after, 0);
      if (isAdmin(before))
        expect(changed.ok, JSON.stringify({ before, after })).toBe(isAdmin(after));
      if (!changed.ok && before.status !== 'removed') {
        expect(changed.refusal.code).toBe('last_admin');
      }
    }
  }
});

test('with another admin any membership can be changed except a removed one', () => {
  for (const before of memberships) {
    for (const after of memberships) {
      const isSame = before.role === after.role && before.status === after.status;
      expect(changeMembership(before, after, 1).ok).toBe(before.status !== 'removed' || isSame);
    }
  }
});
