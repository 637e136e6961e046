import { type Role, roles } from '#kit/role.ts';

/** What a folder can say of who sees it, for someone who does. */
export function listAudiences(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}
