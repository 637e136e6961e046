import type { ReactNode } from 'react';
import { isNotFound, isOutage } from '../../api/call-error.ts';
import { Button } from '../actions/button.tsx';
import { TextButton } from '../actions/text-link.tsx';
import { Card } from '../card.tsx';
import { Notice } from '../notice.tsx';
import { ErrorState } from './error-state.tsx';

export type ViewedQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

/** Shows a query's data once loaded, and its loading state or error until then. */
export function QueryView<Data>({
  query,
  loading,
  failure,
  notFound,
  card,
  children,
}: {
  query: ViewedQuery<Data>;
  loading: ReactNode;
  /** "Couldn't load the members."; the reason follows below. */
  failure: string;
  /** Replaces the error if the record does not exist. */
  notFound?: ReactNode;
  /** Names a card around the error, for content outside a card. */
  card?: string | undefined;
  children: (data: Data) => ReactNode;
}) {
  const { data, error } = query;
  if (notFound !== undefined && isNotFound(error)) return notFound;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  return (
    <InCard label={card}>
      <QueryFailure title={failure} query={query} />
    </InCard>
  );
}

/** That nothing could be loaded, with a button that tries again. */
export function QueryFailure({
  title,
  query: { error, isFetching, refetch },
}: {
  title: string;
  query: Omit<ViewedQuery<unknown>, 'data'>;
}) {
  return (
    <ErrorState title={title} onRetry={() => void refetch()} isRetrying={isFetching}>
      {error?.message}
    </ErrorState>
  );
}

/** Wraps the content in a card if `label` is given. */
export function InCard({ label, children }: { label: string | undefined; children: ReactNode }) {
  return label === undefined ? children : <Card label={label}>{children}</Card>;
}

/** Shown above content that could not be refreshed, unless a banner says it of the whole screen. */
export function StaleNotice({
  title,
  query: { error, refetch },
  className,
}: {
  title: string;
  query: ViewedQuery<unknown>;
  className: string;
}) {
  if (!error || isOutage(error)) return null;
  return (
    <div className={className}>
      <Notice tone="error">
        {title} What you see may be out of date. {error.message}{' '}
        <TextButton onClick={() => void refetch()} className="font-medium text-owes! underline">
          Retry
        </TextButton>
      </Notice>
    </div>
  );
}

/** The button below a list that loads page by page. */
export function ShowMore({
  query,
  failure,
}: {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Shown if the next page could not be loaded. */
  failure: string;
}) {
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className="mb-4 text-owes">
          {failure}
        </p>
      )}
      <Button
        className="w-full"
        isBusy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        Show More
      </Button>
    </>
  );
}
