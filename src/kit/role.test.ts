import { expect, test } from 'vitest';
import { roleSuffices, roles } from './role.ts';

test('each role includes the rights of the previous ones, but not of later ones', () => {
  for (const [has, role] of roles.entries()) {
    for (const [needs, policy] of roles.entries()) {
      expect(roleSuffices(role, policy)).toBe(has >= needs);
    }
    expect(roleSuffices(role, 'signed-in')).toBe(true);
  }
});
