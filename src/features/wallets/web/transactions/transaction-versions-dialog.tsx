import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { isGone } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { TransactionVersion } from '../../contract.ts';
import { transactionHistoryQuery } from '../queries.ts';
import { useUserNames } from '../use-user-names.ts';
import { FactChanges, FactGrid, FactLine, type FactsKnown } from './fact-changes.tsx';
import { ByWhom } from './transaction-conflict.tsx';
import { factNames, factWords } from './transaction-facts.ts';
import type { AboutWallet } from './transaction-form-dialog.tsx';

/** Everything that was ever done to a transaction, newest first; of a deleted one too. */
export function TransactionVersionsDialog({
  transactionId,
  wallet,
  open,
  onClose,
}: {
  transactionId: Id<'transaction'>;
  wallet: AboutWallet;
  open: boolean;
  onClose: () => void;
}) {
  const query = useQuery({
    ...transactionHistoryQuery({ walletId: wallet.id, transactionId }),
    enabled: open,
  });
  const newest = query.data?.[0];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="History"
      description={
        <span className="line-clamp-2 wrap-anywhere">
          {newest ? newest.description : 'Every version of this transaction'}
        </span>
      }
      footer={<Button onClick={onClose}>Close</Button>}
      readingLabel="Versions"
    >
      {query.data ? (
        <Versions versions={query.data} wallet={wallet} />
      ) : isGone(query.error) ? (
        <EmptyState title="Transaction not found">This transaction doesn't exist.</EmptyState>
      ) : query.isError ? (
        <ErrorState
          title="Couldn't load the history."
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {query.error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading history...">
          <SkeletonRows rows={3} />
        </Loading>
      )}
    </Dialog>
  );
}

const tones = { created: 'owed', edited: 'info', deleted: 'owes' } as const;

function Versions({
  versions,
  wallet,
}: {
  versions: readonly TransactionVersion[];
  wallet: AboutWallet;
}) {
  const nameOf = useUserNames(wallet);
  // The history itself knows who has left the chapter since.
  const names = new Map(versions.map(({ userId, userName }) => [userId, userName]));
  const userName = (userId: Id<'member'>) => names.get(userId) ?? nameOf(userId);
  const known = { currency: wallet.currencyCode, userName };
  return (
    <ol
      aria-label="Versions, newest first"
      // A keyboard scrolls what it can focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-col rounded-badge outline-offset-4"
    >
      {versions.map((version, place) => (
        <li
          key={version.version}
          className="border-b border-soft py-4 first:pt-0 last:border-b-0 last:pb-0"
        >
          <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={tones[version.action]}>Version {version.version}</Badge>
            <span className="text-second">
              <ByWhom version={version} />
            </span>
          </div>
          <WhatChanged version={version} before={versions[place + 1]} known={known} />
        </li>
      ))}
    </ol>
  );
}

function WhatChanged({
  version,
  before,
  known,
}: {
  version: TransactionVersion;
  before: TransactionVersion | undefined;
  known: FactsKnown;
}) {
  switch (version.action) {
    case 'edited':
      if (before) return <FactChanges before={before} after={version} known={known} />;
      return <WhatItSays version={version} known={known} />;
    case 'created':
      return <WhatItSays version={version} known={known} />;
    case 'deleted':
      return (
        <p className="text-third">
          {factWords(version, 'Amount', known)} was removed from the balance.
        </p>
      );
    default:
      return version.action satisfies never;
  }
}

function WhatItSays({ version, known }: { version: TransactionVersion; known: FactsKnown }) {
  return (
    <FactGrid>
      {factNames.map((name) => (
        <FactLine key={name} name={name}>
          {factWords(version, name, known)}
        </FactLine>
      ))}
    </FactGrid>
  );
}
