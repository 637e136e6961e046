import { memo, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Member } from '../contract.ts';
import { MemberCard } from './member-card.tsx';

const gridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3';

/** Drawn at first: a typical chapter as a whole. Ten thousand come row by row. */
const firstCards = 60;
const rowOfCards = 30;

/** Everybody's card, drawn further as one scrolls towards the end. */
export function MemberCards({ members }: { members: readonly Member[] }) {
  const [progress, setProgress] = useState({ of: members, drawn: firstCards });
  // Another search starts from the top again.
  if (progress.of !== members) setProgress({ of: members, drawn: firstCards });
  const { drawn } = progress;
  const rest = members.length - drawn;
  const drawMore = () => setProgress((now) => ({ ...now, drawn: now.drawn + rowOfCards }));
  const starts = Array.from(
    { length: Math.ceil(Math.min(drawn, members.length) / rowOfCards) },
    (_, row) => row * rowOfCards,
  );
  return (
    <>
      <ul aria-label="Members" className={gridClass}>
        {starts.map((start) => (
          <CardRow key={start} members={members} start={start} />
        ))}
      </ul>
      {rest > 0 && <DrawMore key={drawn} rest={rest} onReached={drawMore} />}
    </>
  );
}

/** Remembered, so that drawing more costs only what is new however much is drawn already. */
const CardRow = memo(function CardRow({
  members,
  start,
}: {
  members: readonly Member[];
  start: number;
}) {
  return members.slice(start, start + rowOfCards).map((member) => (
    // What is off the screen is neither laid out nor painted.
    <li
      key={member.id}
      className="min-w-0 [contain-intrinsic-size:auto_11.75rem] [content-visibility:auto]"
    >
      <MemberCard member={member} />
    </li>
  ));
});

/** A button for the keyboard; who scrolls never needs to press it. */
function DrawMore({ rest, onReached }: { rest: number; onReached: () => void }) {
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
      <Button onClick={onReached}>Show more ({rest.toLocaleString('en-US')} left)</Button>
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
