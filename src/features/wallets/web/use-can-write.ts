import type { Id } from '#kit/id.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { type Session, useSession } from '#web/api/session.ts';
import { type BookedTransaction, type TransactionType, transactionTypes } from '../contract.ts';
import { maySeeWalletsOf } from '../read-permission.ts';
import {
  checkBooked,
  checkCredit,
  checkWriter,
  getOnlyWritableOwner,
} from '../write-permission.ts';

/** Whether the server lets the member write to wallets of an owner. */
export function useCanWrite(): (ownerId: Id<'member'>) => boolean {
  const person = usePerson();
  return (ownerId) => checkWriter(person, ownerId) === undefined;
}

/** Whether the server lets the member change a transaction of a wallet that they may write to. */
export function useCanChange(): (
  transaction: Pick<BookedTransaction, 'bookedBy' | 'amount'>,
) => boolean {
  const person = usePerson();
  return (transaction) => checkBooked(person, transaction) === undefined;
}

/** The types of transaction that the server lets the member book. */
export function useBookableTypes(): readonly TransactionType[] {
  const person = usePerson();
  return transactionTypes.filter((type) => checkCredit(person, type) === undefined);
}

/**
 * Whether wallets are the member's to add. A member who may write only to their own gets wallets from
 * a treasurer or from settling.
 */
export const canAddWallets = (session: Session): boolean =>
  getOnlyWritableOwner(toPerson(session)) === undefined;

export const useCanAddWallets = (): boolean => canAddWallets(useSession());

/** Whether the server shows the member the wallets and balances of an owner. */
export function useCanSeeWallets(): (ownerId: Id<'member'>) => boolean {
  const person = usePerson();
  return (ownerId) => maySeeWalletsOf(person, ownerId);
}

/** Whether the server shows the member everyone's wallets and balances. */
export function useSeesAllWallets(): boolean {
  return usePerson().seesAllWallets;
}

const usePerson = () => toPerson(useSession());

function toPerson({ me, chapter }: Session) {
  const { memberId, role } = me;
  const { policy, membersSeeWallets } = chapter;
  const seesAllWallets = maySeeAllWallets(role, membersSeeWallets);
  return { memberId, role, policy, seesAllWallets };
}
