import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Conflict, type ConflictLine } from '#web/ui/overlays/conflict.tsx';
import type { TransactionVersion } from '../../contract.ts';
import { useUserNames } from '../use-user-names.ts';
import {
  type Facts,
  type FactsKnown,
  factNames,
  factsThatDiffer,
  factWords,
} from './transaction-facts.ts';
import type { AboutWallet } from './transaction-form-dialog.tsx';

/** What the person typed about a transaction beside what somebody else saved meanwhile. */
export function TransactionConflict({
  mine,
  theirs,
  last,
  wallet,
  isDeleted,
  failure,
  onRetry,
}: {
  mine: Facts;
  /** Not there while it is on its way. */
  theirs: Facts | undefined;
  /** The newest version: who made it, and when. */
  last: TransactionVersion | undefined;
  wallet: AboutWallet;
  isDeleted: boolean;
  failure: Error | null;
  onRetry: () => void;
}) {
  const userName = useUserNames(wallet, theirs ? [mine.userId, theirs.userId] : []);
  return (
    <Conflict
      subject="transaction"
      isDeleted={isDeleted}
      last={last && <ByWhom version={last} />}
      lines={theirs && linesOf(mine, theirs, { currency: wallet.currencyCode, userName })}
      failure={failure ? describeFailure(failure) : undefined}
      onRetry={onRetry}
    />
  );
}

/** 'Edited by Diego Alvarez, Nov 20, 2026, 1:30 PM' */
export function ByWhom({ version }: { version: TransactionVersion }) {
  const { me, chapter } = useSession();
  const words = { created: 'Created', edited: 'Edited', deleted: 'Deleted' };
  return (
    <>
      {words[version.action]} by {version.by.id === me.memberId ? 'you' : version.by.name},{' '}
      <DateText at={version.at} zone={chapter.timeZone} format="dateTime" />
    </>
  );
}

function linesOf(mine: Facts, theirs: Facts, known: FactsKnown): ConflictLine[] {
  const differing = factsThatDiffer(mine, theirs);
  return factNames.map((name) => ({
    name,
    mine: factWords(mine, name, known),
    theirs: factWords(theirs, name, known),
    isDifferent: differing.includes(name),
  }));
}
