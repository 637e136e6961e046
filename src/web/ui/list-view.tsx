import clsx from 'clsx';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { plural } from '#kit/counts.ts';
import { Pagination } from './pagination.tsx';
import { InCard, QueryView, StaleNotice, type ViewedQuery } from './states/query-view.tsx';

type Page = {
  readonly items: readonly unknown[];
  readonly totalCount: number;
  readonly totalPages: number;
};

/**
 * One page of a list in all its states: loading, failed, empty, out of date, or rows with pagination.
 * A page beyond the end, from an old link or after its last row was deleted, redirects to the last one.
 */
export function ListView<Data>({
  query,
  page,
  getPage,
  loading,
  failure,
  staleFailure = failure.replace(/\.?$/, '.'),
  empty,
  onPageChange,
  onPageIntent,
  label,
  summary,
  summaryEnd,
  hasSummaryAlways = false,
  card,
  children,
}: {
  query: ViewedQuery<Data> & { readonly isPlaceholderData: boolean };
  /** The requested page, from 1. */
  page: number;
  getPage: (data: Data) => Page;
  loading: ReactNode;
  failure: string;
  /** Shown above rows that could not be refreshed; `failure` as a sentence by default. */
  staleFailure?: string;
  empty: ReactNode;
  onPageChange: (change: (page: number) => number, how?: { replace: boolean }) => void;
  /** Called when the pointer or the focus reaches a page's button, to prefetch the page. */
  onPageIntent: (page: number) => void;
  /** Names the pagination: 'Pages of wallets'. */
  label: string;
  /** 'Showing N of M wallets' */
  summary: (shown: number, total: number) => string;
  /** Beside the summary. */
  summaryEnd?: ReactNode;
  /** Also shows the summary of a list with only one page. */
  hasSummaryAlways?: boolean;
  /** Names a card around the states without rows; the pagination gets a card, too. */
  card?: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <QueryView query={query} loading={loading} failure={failure} card={card}>
      {(data) => {
        const { items, totalCount, totalPages } = getPage(data);
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
                  summaryEnd={summaryEnd}
                />
              </div>
            )}
          </StaleContent>
        );
      }}
    </QueryView>
  );
}

/** '12 charges', or 'Showing 40 of 120 charges' */
export const countShown = (singular: string) => (shown: number, total: number) =>
  shown === total ? plural(total, singular) : `Showing ${shown} of ${plural(total, singular)}`;

/** Dims the previous response until the new one arrives. */
function StaleContent({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  // After the next paint, because a new opacity repaints the whole list.
  const isDimmed = useDeferredValue(isStale);
  return (
    <div
      data-records=""
      aria-busy={isStale || undefined}
      className={clsx('transition-opacity duration-150', isDimmed && 'opacity-60 delay-150')}
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
