import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#kit/words.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { ListedMember } from '../../directory-contract.ts';
import { MemberCard } from './member-card.tsx';

const gridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3';

/** Rows drawn beyond what is in sight, so that the Tab key always finds a next one. */
const rowsBeyond = 2;
const usualRowPixels = 226;
const gapPixels = 16;

/**
 * The cards of what was found, more of them as one scrolls towards the end. Only those near what is
 * in sight are drawn: ten thousand must scroll like ten.
 */
export function MemberCards({
  members,
  total,
  isLoadingMore,
  onMore,
}: {
  members: readonly ListedMember[];
  /** How many there are, drawn or not. */
  total: number;
  isLoadingMore: boolean;
  onMore: () => void;
}) {
  // What this asks of the list changes without its object changing, which the compiler would not see.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const isWide = useMedia('(min-width: 80rem)');
  const isMiddling = useMedia('(min-width: 48rem)');
  const columns = isWide ? 3 : isMiddling ? 2 : 1;
  const [listTop, setListTop] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setListTop(Math.round(top + window.scrollY));
  }, [columns]);
  // oxlint-disable-next-line react-hooks-js/incompatible-library
  const rows = useWindowVirtualizer({
    count: Math.ceil(members.length / columns),
    estimateSize: () => usualRowPixels,
    overscan: rowsBeyond,
    gap: gapPixels,
    scrollMargin: listTop,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  });
  const drawn = rows.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const from = (first?.index ?? 0) * columns;
  const to = ((last?.index ?? -1) + 1) * columns;
  const rest = total - members.length;
  return (
    <>
      <ul
        ref={list}
        aria-label="Members"
        className={gridClass}
        style={{
          paddingTop: (first?.start ?? listTop) - listTop,
          paddingBottom: rows.getTotalSize() - ((last?.end ?? listTop) - listTop),
        }}
      >
        {members.slice(from, to).map((member, at) => (
          <li
            key={member.id}
            // A row is as high as each of its cards. All say theirs: where the number of columns
            // changes, cards are still looked at that begin no row any more.
            data-index={Math.floor((from + at) / columns)}
            ref={at % columns === 0 ? rows.measureElement : undefined}
            aria-setsize={total}
            aria-posinset={from + at + 1}
            className="min-w-0"
          >
            <Card member={member} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <MoreCards key={members.length} rest={rest} isLoading={isLoadingMore} onReached={onMore} />
      )}
    </>
  );
}

/** Remembered: scrolling draws the list many times, and most of its cards stay what they are. */
const Card = memo(MemberCard);

/** A button for the keyboard; who scrolls never needs to press it. */
function MoreCards({
  rest,
  isLoading,
  onReached,
}: {
  rest: number;
  isLoading: boolean;
  onReached: () => void;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  }, [onReached]);
  useEffect(() => {
    if (!mark.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={mark} className="mt-5 flex justify-center">
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
