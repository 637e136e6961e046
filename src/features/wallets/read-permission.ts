import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';

export type Reader = Pick<MemberCaller, 'memberId' | 'seesAllWallets'>;

/** The only member whose wallets and balances this person may see; undefined if unrestricted. */
export function getOnlyVisibleOwner({
  memberId,
  seesAllWallets,
}: Reader): Id<'member'> | undefined {
  return seesAllWallets ? undefined : memberId;
}

export function maySeeWalletsOf(reader: Reader, ownerId: Id<'member'> | null): boolean {
  return reader.seesAllWallets || ownerId === reader.memberId;
}
