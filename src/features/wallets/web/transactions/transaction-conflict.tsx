import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Conflict, type ConflictLine } from '#web/ui/overlays/conflict.tsx';
import type { EnteredFields, TransactionVersion } from '../../contract.ts';
import { useUserNames } from '../use-user-names.ts';
import {
  detailLabels,
  details,
  type FormatContext,
  findDifferences,
  formatDetail,
} from './transaction-details.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';

/** Compares the input for a transaction with what someone else saved in the meantime. */
export function TransactionConflict({
  mine,
  theirs,
  last,
  wallet,
  isDeleted,
  failure,
  onRetry,
}: {
  mine: EnteredFields;
  /** Undefined while it is loading. */
  theirs: EnteredFields | undefined;
  /** The latest version, for its author and time. */
  last: TransactionVersion | undefined;
  wallet: DialogWallet;
  isDeleted: boolean;
  failure: Error | null;
  onRetry: () => void;
}) {
  const userName = useUserNames(wallet, theirs ? [mine.userId, theirs.userId] : []);
  return (
    <Conflict
      subject="transaction"
      isDeleted={isDeleted}
      last={last && <VersionAuthor version={last} />}
      lines={theirs && compareDetails(mine, theirs, { currency: wallet.currencyCode, userName })}
      failure={failure ? describeFailure(failure) : undefined}
      onRetry={onRetry}
    />
  );
}

/** 'Edited by Diego Alvarez, Nov 20, 2026, 1:30 PM' */
export function VersionAuthor({ version }: { version: TransactionVersion }) {
  const { me, chapter } = useSession();
  const actionLabels = { created: 'Created', edited: 'Edited', deleted: 'Deleted' };
  return (
    <>
      {actionLabels[version.action]} by {version.by.id === me.memberId ? 'you' : version.by.name},{' '}
      <DateText at={version.at} zone={chapter.timeZone} format="dateTime" />
    </>
  );
}

function compareDetails(
  mine: EnteredFields,
  theirs: EnteredFields,
  known: FormatContext,
): ConflictLine[] {
  const differing = findDifferences(mine, theirs);
  return details.map((detail) => ({
    name: detailLabels[detail],
    mine: formatDetail(mine, detail, known),
    theirs: formatDetail(theirs, detail, known),
    isDifferent: differing.includes(detail),
  }));
}
