import type { ReactNode } from 'react';
import { isNotFound } from '../api/call-error.ts';
import { Button } from './actions/button.tsx';
import { TextButton } from './actions/text-link.tsx';
import { Card } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';

export type ViewedQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

/** What was read, once it is there; until then that it is loading, or why it could not be read. */
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
  /** "Couldn't load the members"; the reason stands below. */
  failure: string;
  /** Instead of a failure where there is no such thing. */
  notFound?: ReactNode;
  /** Names a card around the failure, for content that stands outside of one. */
  card?: string | undefined;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = query;
  if (notFound !== undefined && isNotFound(error)) return notFound;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  return (
    <InCard label={card}>
      <ErrorState title={failure} onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.message}
      </ErrorState>
    </InCard>
  );
}

/** In a card of this name, if it has one. */
export function InCard({ label, children }: { label: string | undefined; children: ReactNode }) {
  return label === undefined ? children : <Card label={label}>{children}</Card>;
}

/** Stands above content that could not be read again: what is shown may not be the newest. */
export function StaleNotice({
  title,
  query: { error, refetch },
  className,
}: {
  title: string;
  query: ViewedQuery<unknown>;
  className: string;
}) {
  if (!error) return null;
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

/** Below a list that is read page after page. */
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
  /** Why there are not more yet. */
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
