import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { ListedMember } from '../../directory-contract.ts';
import { type ListedProps, MemberCard, MemberRow } from './member-card.tsx';

const gridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4';

/** Rows rendered outside the viewport, so that Tab always reaches the next one. */
const overscanRows = 2;
export const directoryViews = ['cards', 'rows'] as const;
export type DirectoryView = (typeof directoryViews)[number];

/** Estimated until measured. */
const heights = {
  cards: { row: 232, gap: 16, list: gridClass },
  rows: {
    row: 57,
    gap: 0,
    list: 'divide-y divide-soft rounded-card border border-line bg-surface shadow-card overflow-clip',
  },
};

/**
 * The cards of the members found, loading more while scrolling. Only those near the viewport are
 * rendered, so that ten thousand scroll like ten.
 */
export function MemberCards({
  view,
  directory,
  members,
  total,
  isLoadingMore,
  onMore,
}: {
  /** Another view needs another `key`, because its rows have other heights. */
  view: DirectoryView;
  directory: ListedProps['directory'];
  members: readonly ListedMember[];
  /** The number of members found, loaded or not. */
  total: number;
  isLoadingMore: boolean;
  onMore: () => void;
}) {
  // The virtualizer mutates its object, which the React compiler does not notice.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const isWidest = useMedia('(min-width: 96rem)');
  const isWide = useMedia('(min-width: 80rem)');
  const isMedium = useMedia('(min-width: 48rem)');
  const columns = view === 'rows' ? 1 : isWidest ? 4 : isWide ? 3 : isMedium ? 2 : 1;
  const { row, gap, list: listClass } = heights[view];
  const Item = view === 'rows' ? Row : Card;
  const [listTop, setListTop] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setListTop(Math.round(top + window.scrollY));
  }, [columns]);
  // oxlint-disable-next-line react-hooks-js/incompatible-library
  const rows = useWindowVirtualizer({
    count: Math.ceil(members.length / columns),
    estimateSize: () => row,
    overscan: overscanRows,
    gap,
    scrollMargin: listTop,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  });
  const visibleRows = rows.getVirtualItems();
  const [first, last] = [visibleRows[0], visibleRows.at(-1)];
  const from = (first?.index ?? 0) * columns;
  const to = ((last?.index ?? -1) + 1) * columns;
  const rest = total - members.length;
  return (
    <>
      <ul
        ref={list}
        data-records=""
        aria-label="Members"
        className={listClass}
        style={{
          paddingTop: (first?.start ?? listTop) - listTop,
          paddingBottom: rows.getTotalSize() - ((last?.end ?? listTop) - listTop),
        }}
      >
        {members.slice(from, to).map((member, at) => (
          <li
            key={member.id}
            // The first card of a row is measured. All have an index, because after a change of columns
            // cards that no longer start a row are still observed.
            data-index={Math.floor((from + at) / columns)}
            ref={at % columns === 0 ? rows.measureElement : undefined}
            aria-setsize={total}
            aria-posinset={from + at + 1}
            className="min-w-0"
          >
            <Item member={member} directory={directory} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <MoreCards key={members.length} rest={rest} isLoading={isLoadingMore} onReached={onMore} />
      )}
    </>
  );
}

/** Memoized, because scrolling renders the list often without changing most cards. */
const Card = memo(MemberCard);
const Row = memo(MemberRow);

/** Loads more on scrolling; the button is for the keyboard. */
function MoreCards({
  rest,
  isLoading,
  onReached,
}: {
  rest: number;
  isLoading: boolean;
  onReached: () => void;
}) {
  const sentinel = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  }, [onReached]);
  useEffect(() => {
    if (!sentinel.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={sentinel} className="mt-5 flex justify-center">
      <Button onClick={onReached} isBusy={isLoading} busyLabel="Loading more...">
        Show More ({formatCount(rest)} left)
      </Button>
    </div>
  );
}

const skeletonCards = 8;

export function MemberCardSkeletons() {
  return (
    <Loading label="Loading members...">
      <div className={gridClass}>
        {Array.from({ length: skeletonCards }, (_, card) => (
          <div
            key={card}
            data-skeleton-card=""
            className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
          >
            <div className="flex items-center gap-3">
              <Skeleton className="size-11 rounded-full!" />
              <div className="flex-1">
                <Skeleton className="mb-2 h-4 w-36 max-w-full" />
                <Skeleton className="h-3 w-24 max-w-full" />
              </div>
            </div>
            <Skeleton className="mt-4 h-3.5 w-52 max-w-full" />
            <Skeleton className="mt-2.5 h-3.5 w-32 max-w-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
