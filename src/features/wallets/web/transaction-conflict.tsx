import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { failureWords } from '#web/call-error.ts';
import { useSession } from '#web/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { TransactionVersion } from '../contract.ts';
import { type Facts, factNames, factsThatDiffer, factWords } from './transaction-facts.ts';
import type { AboutWallet } from './transaction-form-dialog.tsx';
import { useUserNames } from './use-user-names.ts';

/** What the person typed beside what somebody else saved meanwhile. */
export function TransactionConflict({
  mine,
  theirs,
  last,
  wallet,
  isGone,
  failure,
  onRetry,
}: {
  mine: Facts;
  /** Not there while it is on its way. */
  theirs: Facts | undefined;
  /** The newest version: who made it, and when. */
  last: TransactionVersion | undefined;
  wallet: AboutWallet;
  isGone: boolean;
  failure: Error | null;
  onRetry: () => void;
}) {
  const part = useRef<HTMLElement>(null);
  // The button that was pressed has gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <section
      ref={part}
      aria-labelledby="conflict"
      // A keyboard scrolls what it can focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-col gap-4 rounded-badge outline-offset-4"
    >
      <div role="status">
        <h3 id="conflict" className="font-medium text-warn">
          {isGone
            ? 'This transaction was deleted meanwhile'
            : 'This transaction was changed meanwhile'}
        </h3>
        {last && (
          <p className="text-third">
            <ByWhom version={last} />
          </p>
        )}
      </div>
      {isGone ? (
        <p>What you typed is still in the form. Go back to copy it, or close the dialog.</p>
      ) : theirs ? (
        <Comparison mine={mine} theirs={theirs} wallet={wallet} />
      ) : failure ? (
        <ErrorState title="What is there now could not be loaded" onRetry={onRetry}>
          {failureWords(failure)}
        </ErrorState>
      ) : (
        <Loading label="Loading what is there now...">
          <SkeletonRows rows={4} />
        </Loading>
      )}
    </section>
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

function Comparison({ mine, theirs, wallet }: { mine: Facts; theirs: Facts; wallet: AboutWallet }) {
  const userName = useUserNames(wallet);
  const differing = factsThatDiffer(mine, theirs);
  const known = { currency: wallet.currencyCode, userName };
  const cell = 'px-2.5 py-2 align-top wrap-anywhere whitespace-pre-wrap';
  return (
    <>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Both versions side by side</caption>
        <thead>
          <tr className="border-b border-line text-xs text-third">
            <th scope="col" className="w-24 py-1.5 sm:w-28">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              What you typed
            </th>
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              What is there now
            </th>
          </tr>
        </thead>
        <tbody>
          {factNames.map((name) => {
            const isDifferent = differing.includes(name);
            return (
              <tr
                key={name}
                className={clsx('border-b border-soft', isDifferent && 'bg-warn-tint')}
              >
                <th scope="row" className="px-2 py-2 align-top text-xs font-normal text-second">
                  {name}
                  {isDifferent && <span className="block font-medium text-warn">differs</span>}
                </th>
                <td className={cell}>{factWords(mine, name, known)}</td>
                <td className={cell}>{factWords(theirs, name, known)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-third">
        {differing.length === 0
          ? 'Both say the same.'
          : 'Keep mine saves what you typed over it. Take theirs leaves it as it is now and closes this form.'}
      </p>
    </>
  );
}
