import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, refuse } from '#kit/result.ts';
import type { BookedTransaction, TransactionType } from './contract.ts';

type Writer = Pick<MemberCaller, 'memberId' | 'role' | 'policy' | 'seesAllWallets'>;

/**
 * The only owner whose wallets and transactions this person may write; undefined if unrestricted.
 * With the policy `open` every member may write all; with `treasurer`, others' wallets require a
 * treasurer or an admin, as they do for members who do not see them.
 */
export function getOnlyWritableOwner({
  memberId,
  role,
  policy,
  seesAllWallets,
}: Writer): Id<'member'> | undefined {
  const isUnrestricted = (policy === 'open' && seesAllWallets) || role !== 'member';
  return isUnrestricted ? undefined : memberId;
}

/** The refusal if this person may not write the owner's wallets. */
export function checkWriter(writer: Writer, ownerId: Id<'member'>): Refused | undefined {
  const onlyOwner = getOnlyWritableOwner(writer);
  return onlyOwner === undefined || onlyOwner === ownerId ? undefined : treasurerNeeded;
}

/** Used by the server and the browser. */
export const treasurerNeeded = refuse(
  'forbidden',
  'treasurer_needed',
  "Only treasurers and admins can change other members' wallets",
);

/**
 * With the policy `treasurer`, credits on wallets are for treasurers: a plain member could otherwise state
 * what the chapter owes them.
 */
export function checkCredit(
  writer: Pick<Writer, 'role' | 'policy'>,
  transactionType: TransactionType,
): Refused | undefined {
  return isBookedByTreasurers(writer) && transactionType === 'credit'
    ? refuse('forbidden', 'treasurer_needed', 'Only treasurers and admins can add credits', {
        field: 'transactionType',
      })
    : undefined;
}

/** With the policy `treasurer`, a plain member changes only debits that they booked alone. */
export function checkBooked(
  writer: Pick<Writer, 'memberId' | 'role' | 'policy'>,
  { bookedBy, amount }: Pick<BookedTransaction, 'bookedBy' | 'amount'>,
): Refused | undefined {
  const isOwn = amount < 0 && (bookedBy === undefined || bookedBy === writer.memberId);
  return isBookedByTreasurers(writer) && !isOwn
    ? refuse(
        'forbidden',
        'treasurer_needed',
        'Only treasurers and admins can change credits and what someone else booked',
      )
    : undefined;
}

function isBookedByTreasurers({ role, policy }: Pick<Writer, 'role' | 'policy'>): boolean {
  return policy === 'treasurer' && role === 'member';
}
