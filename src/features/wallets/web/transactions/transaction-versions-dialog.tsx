import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ChangeList, HistoryDialog, historyEntryClass } from '#web/ui/overlays/history.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { TransactionVersion } from '../../contract.ts';
import { transactionHistoryQuery } from '../queries.ts';
import { VersionAuthor } from './transaction-conflict.tsx';
import {
  detailLabels,
  details,
  type FormatContext,
  formatDetail,
  listChanges,
} from './transaction-details.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';

/** All versions of a transaction, newest first, also of a deleted one. */
export function TransactionVersionsDialog({
  transactionId,
  wallet,
  open,
  onClose,
}: OverlayProps & { transactionId: Id<'transaction'>; wallet: DialogWallet }) {
  const history = useQuery({
    ...transactionHistoryQuery({ walletId: wallet.id, transactionId }),
    enabled: open,
  });
  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      description={history.data?.[0]?.description ?? 'Every version of this transaction'}
      query={history}
      notFound={
        <EmptyState title="Transaction not found">This transaction doesn't exist.</EmptyState>
      }
    >
      {(versions) => <Versions versions={versions} wallet={wallet} />}
    </HistoryDialog>
  );
}

const tones = { created: 'owed', edited: 'info', deleted: 'owes' } as const;

function Versions({
  versions,
  wallet,
}: {
  versions: readonly TransactionVersion[];
  wallet: DialogWallet;
}) {
  // The history includes the names of former members.
  const names = new Map(versions.map(({ userId, userName }) => [userId, userName]));
  const userName = (userId: Id<'member'>) => names.get(userId) ?? '';
  const known = { currency: wallet.currencyCode, userName };
  return (
    <ol
      aria-label="Versions, newest first"
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-col rounded-badge outline-offset-4"
    >
      {versions.map((version, place) => (
        <li key={version.version} className={historyEntryClass}>
          <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={tones[version.action]}>Version {version.version}</Badge>
            <span className="text-second">
              <VersionAuthor version={version} />
            </span>
          </div>
          <VersionChanges version={version} before={versions[place + 1]} known={known} />
        </li>
      ))}
    </ol>
  );
}

function VersionChanges({
  version,
  before,
  known,
}: {
  version: TransactionVersion;
  before: TransactionVersion | undefined;
  known: FormatContext;
}) {
  if (version.action === 'deleted') {
    return (
      <p className="text-third">
        {formatDetail(version, 'amount', known)} was removed from the balance.
      </p>
    );
  }
  const changes =
    version.action === 'edited' && before
      ? listChanges(before, version, known)
      : details.map((detail) => ({
          name: detailLabels[detail],
          before: undefined,
          after: formatDetail(version, detail, known),
        }));
  if (changes.length === 0) return <p className="text-third">No visible changes.</p>;
  return <ChangeList changes={changes} />;
}
