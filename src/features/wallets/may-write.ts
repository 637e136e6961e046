import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, refuse } from '#kit/result.ts';

type Writer = Pick<MemberCaller, 'memberId' | 'role' | 'policy'>;

/**
 * The only owner whose wallets and their transactions this person may write; undefined: everybody's.
 * With the chapter's policy `open` everybody may write all; with `treasurer`, others' wallets need a
 * treasurer or an admin.
 */
export function onlyOwnerFor({ memberId, role, policy }: Writer): Id<'member'> | undefined {
  return policy === 'open' || role !== 'member' ? undefined : memberId;
}

/** Why this person may not write a wallet of this owner, or undefined. */
export function refusalOfWriter(writer: Writer, ownerId: Id<'member'>): Refused | undefined {
  const onlyOwner = onlyOwnerFor(writer);
  return onlyOwner === undefined || onlyOwner === ownerId ? undefined : treasurerNeeded;
}

/** Says it of every writer who is not one, on the server and in the browser. */
export const treasurerNeeded = refuse(
  'forbidden',
  'treasurer_needed',
  "Only treasurers and admins can change other members' wallets",
);
