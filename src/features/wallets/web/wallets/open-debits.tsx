import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Id } from '#kit/id.ts';
import { useToday } from '#web/screen/use-today.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { openDebitsQuery } from '../queries.ts';
import { DueDay } from '../shared/due-day.tsx';

const maxShown = 5;

/** What a member's wallets don't cover: what is covered next comes first. */
export function OpenDebits({ memberId }: { memberId: Id<'member'> }) {
  const debits = useQuery(openDebitsQuery(memberId, maxShown));
  const today = useToday();
  const heading = useId();
  // A wallet below zero can be covered by the member's other wallets of its currency.
  if (debits.data?.totalCount === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-3 border-t border-soft pt-3">
      <h3 id={heading} className="text-xs text-third">
        Not covered yet
      </h3>
      <QueryView
        query={debits}
        failure="Couldn't load what is not covered."
        loading={<LoadingRows label="Loading what is not covered..." rows={2} />}
      >
        {({ items, totalCount }) => (
          <>
            <ul>
              {items.map(({ id, walletId, currencyCode, description, dueOn, amount, open }) => (
                <li key={id} className="flex items-baseline justify-between gap-4 py-1.5">
                  <span className="min-w-0 wrap-anywhere">
                    <TextLink
                      to="/wallets/$walletId/transactions"
                      params={{ walletId }}
                      className="block"
                    >
                      {description}
                    </TextLink>{' '}
                    <DueDay dueOn={dueOn} today={today} />
                  </span>
                  <span className="text-right text-second">
                    <Money cents={open} currency={currencyCode} />{' '}
                    {open < amount && (
                      <>
                        of <Money cents={amount} currency={currencyCode} />{' '}
                      </>
                    )}
                    open
                  </span>
                </li>
              ))}
            </ul>
            {totalCount > items.length && (
              <p className="text-xs text-third">and {totalCount - items.length} more</p>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
