import type { Policy } from './endpoint.ts';

export const roles = ['member', 'treasurer', 'admin'] as const;
/** A member's role in one chapter; each role includes the rights of the previous ones. */
export type Role = (typeof roles)[number];

export const chapterPolicies = ['open', 'treasurer'] as const;
/**
 * `open`: every member may edit all money. `treasurer`: editing other members' money requires a
 * treasurer or an admin.
 */
export type ChapterPolicy = (typeof chapterPolicies)[number];

export const eventPolicies = ['open', 'creator'] as const;
/** `open`: every member may change every event. `creator`: only who created it, and admins. */
export type EventPolicy = (typeof eventPolicies)[number];

export const settlementWays = ['wallets', 'outside'] as const;
/**
 * How a chapter settles expenses by default. `wallets`: settling charges each member's wallet.
 * `outside`: members pay each other, and settling records those payments.
 */
export type SettlementWay = (typeof settlementWays)[number];

/**
 * Whether someone sees everyone's wallets and balances. Chapters may hide those of others from plain
 * members; shares of expenses remain visible.
 */
export function maySeeAllWallets(role: Role, membersSeeWallets: boolean): boolean {
  return membersSeeWallets || role !== 'member';
}

/**
 * Whether a role suffices for an endpoint's policy. `anyone` and `signed-in` require no role, and
 * no role makes an installation admin.
 */
export function roleSuffices(role: Role, policy: Policy): boolean {
  if (policy === 'anyone' || policy === 'signed-in') return true;
  if (policy === 'installation-admin') return false;
  return roles.indexOf(role) >= roles.indexOf(policy);
}
