import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';

export type Reader = Pick<MemberCaller, 'memberId' | 'seesAllWallets'>;

/**
 * The only member whose wallets and balances this person may see; undefined if unrestricted. Then it does
 * not ask who they are, so that they all share one cached reply.
 */
export function getOnlyVisibleOwner(reader: Reader): Id<'member'> | undefined {
  return reader.seesAllWallets ? undefined : reader.memberId;
}

export function maySeeWalletsOf(reader: Reader, ownerId: Id<'member'> | null): boolean {
  return reader.seesAllWallets || ownerId === reader.memberId;
}
