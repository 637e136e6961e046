import type { Policy } from './endpoint.ts';

export const roles = ['member', 'treasurer', 'admin'] as const;
/** What a person is in one chapter; each role may do all that the ones before it may. */
export type Role = (typeof roles)[number];

export const chapterPolicies = ['open', 'treasurer'] as const;
/**
 * `open`: every member may do everything on the screens. `treasurer`: money writes on what
 * belongs to others need a treasurer or an admin.
 */
export type ChapterPolicy = (typeof chapterPolicies)[number];

/**
 * Whether a role suffices for an endpoint's policy. `anyone` and `signed-in` need no role, and none
 * makes somebody the installation's admin.
 */
export function roleSuffices(role: Role, policy: Policy): boolean {
  if (policy === 'anyone' || policy === 'signed-in') return true;
  if (policy === 'installation-admin') return false;
  return roles.indexOf(role) >= roles.indexOf(policy);
}
