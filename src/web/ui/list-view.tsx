import clsx from 'clsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Pagination } from './pagination.tsx';
import { InCard, QueryView, StaleNotice, type ViewedQuery } from './query-view.tsx';

type Page = {
  readonly items: readonly unknown[];
  readonly totalCount: number;
  readonly totalPages: number;
};

/**
 * One page of a list in all its states: loading, failed, empty, beyond the end, out of date, and
 * the rows with the way to other pages below. A page beyond the end leads to the last one: an old
 * link, or its last row was deleted.
 */
export function ListView<Data>({
  query,
  page,
  pageOf,
  loading,
  failure,
  staleFailure = failure.replace(/\.?$/, '.'),
  empty,
  onPageChange,
  onPageIntent,
  label,
  summary,
  hasSummaryAlways = false,
  card,
  children,
}: {
  query: ViewedQuery<Data> & { readonly isPlaceholderData: boolean };
  /** The one that is asked for, from 1. */
  page: number;
  pageOf: (data: Data) => Page;
  loading: ReactNode;
  failure: string;
  /** Above rows that could not be read again; the same as a sentence, unless given. */
  staleFailure?: string;
  empty: ReactNode;
  onPageChange: (change: (page: number) => number, how?: { replace: boolean }) => void;
  /** The pointer or the focus is on the way to a page: fetch it ahead. */
  onPageIntent: (page: number) => void;
  /** Names the way to other pages: 'Pages of wallets'. */
  label: string;
  /** 'Showing N of M wallets' */
  summary: (shown: number, total: number) => string;
  /** Also of a list that has only one page. */
  hasSummaryAlways?: boolean;
  /** Names a card around what stands instead of the rows, and one around the way to other pages. */
  card?: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <QueryView query={query} loading={loading} failure={failure} card={card}>
      {(data) => {
        const { items, totalCount, totalPages } = pageOf(data);
        if (totalCount === 0) return <InCard label={card}>{empty}</InCard>;
        if (items.length === 0) {
          return (
            <>
              {page > totalPages && (
                <Redirect
                  key={totalPages}
                  onArrive={() => onPageChange(() => totalPages, { replace: true })}
                />
              )}
              {loading}
            </>
          );
        }
        return (
          <StaleContent isStale={query.isPlaceholderData}>
            <StaleNotice
              title={staleFailure}
              query={query}
              className={card === undefined ? 'border-b border-line px-4 py-3 sm:px-5' : 'mb-4'}
            />
            {children(data)}
            {(totalPages > 1 || hasSummaryAlways) && (
              <div
                className={clsx(
                  card !== undefined &&
                    'mt-4 rounded-card border border-line bg-surface *:border-t-0',
                )}
              >
                <Pagination
                  page={page}
                  totalPages={totalPages}
                  onPageChange={onPageChange}
                  onIntent={(next) => {
                    if (next >= 1 && next <= totalPages) onPageIntent(next);
                  }}
                  label={label}
                  summary={summary(items.length, totalCount)}
                />
              </div>
            )}
          </StaleContent>
        );
      }}
    </QueryView>
  );
}

/** The previous response, a little paler, until the new one is there. */
function StaleContent({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isStale || undefined}
      className={clsx('transition-opacity duration-150', isStale && 'opacity-60 delay-150')}
    >
      {children}
    </div>
  );
}

function Redirect({ onArrive }: { onArrive: () => void }) {
  const arrive = useEffectEvent(onArrive);
  useEffect(() => arrive(), []);
  return null;
}
