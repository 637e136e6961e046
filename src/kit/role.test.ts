import { expect, test } from 'vitest';
import { roleSuffices, roles } from './role.ts';

test('each role may do all that the roles before it may, and nothing of those after', () => {
  for (const [has, role] of roles.entries()) {
    for (const [needs, policy] of roles.entries()) {
      expect(roleSuffices(role, policy)).toBe(has >= needs);
    }
    expect(roleSuffices(role, 'signed-in')).toBe(true);
  }
});
