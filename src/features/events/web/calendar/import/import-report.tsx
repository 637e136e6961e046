import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#kit/counts.ts';
import { formatDay, formatLocalTime, type LocalDateTime, localToDay } from '#kit/day.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { QueryView, ShowMore } from '#web/ui/states/query-view.tsx';
import { SkeletonRows } from '#web/ui/states/skeleton.tsx';
import { isAllDay, lastDayOfAllDay } from '../../../all-day.ts';
import { type ImportedEvent, importOutcomes } from '../../../feed-contract.ts';
import type { CalendarImport } from '../../../import-contract.ts';
import { reportQuery } from './import-queries.ts';

const outcomeBadges = {
  new: ['New', 'owed'],
  updated: ['Updated', 'info'],
  canceled: ['Canceled', 'warn'],
  unchanged: ['Unchanged', 'outline'],
  refused: ['Not imported', 'warn'],
} as const;

/** More than these are worth a filter. */
const filteredFrom = 20;

/** What becomes of each event, a page at a time. */
export function ImportReport({
  shown,
  leavesPrivate,
}: {
  shown: CalendarImport;
  /** Private events are not imported, whatever their preview says. */
  leavesPrivate: boolean;
}) {
  const [outcome, setOutcome] = useState<ImportedEvent['outcome'] | 'all'>('all');
  const events = useInfiniteQuery(reportQuery(shown, outcome));
  const { counts, privateCounts, total } = shown;
  const count = (each: ImportedEvent['outcome']) => counts[each] + privateCounts[each];
  if (total === 0) return <p className="text-second">This file contains no events.</p>;
  const found = importOutcomes.filter((each) => count(each) > 0);
  return (
    <div className="flex flex-col gap-3">
      {(total ?? 0) > filteredFrom && found.length > 1 && (
        <Select
          label="Show"
          value={outcome}
          onValueChange={setOutcome}
          options={[
            { value: 'all' as const, label: `All events (${formatCount(total ?? 0)})` },
            ...found.map((each) => ({
              value: each,
              label: `${outcomeBadges[each][0]} (${formatCount(count(each))})`,
            })),
          ]}
        />
      )}
      <section
        aria-label="Events to import"
        // Focusable, so that a long list can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-80 overflow-y-auto"
      >
        <QueryView
          query={{ ...events, data: events.data?.pages }}
          loading={<SkeletonRows rows={3} />}
          failure="Couldn't load the events."
        >
          {(pages) => (
            <>
              <ul className="divide-y divide-soft">
                {pages.flatMap(({ items }, place) =>
                  items.map((item, index) => (
                    <Item key={`${place} ${index}`} item={leavesPrivate ? leave(item) : item} />
                  )),
                )}
              </ul>
              <ShowMore query={events} failure="Couldn't load more events." />
            </>
          )}
        </QueryView>
      </section>
    </div>
  );
}

function leave(item: ImportedEvent): ImportedEvent {
  return item.isPrivate
    ? { ...item, outcome: 'refused', reason: 'The file says it is private' }
    : item;
}

function Item({ item }: { item: ImportedEvent }) {
  const [label, tone] = outcomeBadges[item.outcome];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{item.title}</p>
        <p className="text-xs text-third">
          {describeTimes(item)}
          {item.isRecurring && ', repeats'}
        </p>
        {item.changes?.map(({ name, before, after }) => (
          <p key={name} className="text-xs wrap-anywhere text-second">
            {name}: {before ?? '-'} → {after ?? '-'}
          </p>
        ))}
        {item.losses.map((loss) => (
          <p key={loss} className="text-xs wrap-anywhere text-second">
            {loss}
          </p>
        ))}
        {item.reason !== null && <p className="text-xs text-second">{item.reason}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}

function describeTimes({ startDate, endDate }: ImportedEvent): string {
  if (startDate === null) return 'No date';
  if (endDate !== null && isAllDay(startDate, endDate)) {
    const [first, last] = [localToDay(startDate), lastDayOfAllDay(endDate)];
    const days = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
    return `${days}, all day`;
  }
  const from = describeTime(startDate);
  if (endDate === null || endDate === startDate) return from;
  const isSameDay = localToDay(startDate) === localToDay(endDate);
  return `${from} – ${isSameDay ? formatLocalTime(endDate) : describeTime(endDate)}`;
}

function describeTime(local: LocalDateTime): string {
  return `${formatDay(localToDay(local))}, ${formatLocalTime(local)}`;
}
