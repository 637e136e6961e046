import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { QueryView, type ViewedQuery } from '../states/query-view.tsx';
import { LoadingRows } from '../states/skeleton.tsx';
import { Dialog } from './dialog.tsx';

/** A changed field; undefined on the side where it has no value. */
export type Change = {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** All changes of one record, newest first. */
export function HistoryDialog<Data>({
  open,
  onClose,
  description,
  query,
  notFound,
  size,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Names the record. */
  description: string;
  query: ViewedQuery<Data>;
  notFound: ReactNode;
  size?: 'md' | 'lg';
  children: (data: Data) => ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="History"
      description={<span className="line-clamp-2 wrap-anywhere">{description}</span>}
      size={size}
      readingLabel="Versions"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryView
        query={query}
        loading={<LoadingRows label="Loading history..." rows={4} />}
        failure="Couldn't load the history."
        notFound={notFound}
      >
        {children}
      </QueryView>
    </Dialog>
  );
}

export const historyEntryClass = 'border-b border-soft py-4 first:pt-0 last:border-b-0 last:pb-0';

/** Lists changes as before → after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 max-sm:grid-cols-1">
      {changes.map(({ name, before, after }) => (
        <div key={`${name} ${before} ${after}`} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-third">{name}</dt>
          <dd className="tabular min-w-0 whitespace-pre-wrap wrap-anywhere">
            <BeforeAfter before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function BeforeAfter({ before, after }: Pick<Change, 'before' | 'after'>) {
  return (
    <>
      {before !== undefined && <del className="text-third">{before}</del>}
      {before !== undefined && after !== undefined && (
        <>
          <span aria-hidden="true" className="text-third">
            {' → '}
          </span>
          <span className="sr-only"> changed to </span>
        </>
      )}
      {after !== undefined && <ins className="no-underline">{after}</ins>}
    </>
  );
}
