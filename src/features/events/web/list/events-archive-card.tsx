import type { UseQueryResult } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import { plural } from '#kit/counts.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { EventSummary } from './event-figures.tsx';

const maxYears = 6;

/** Links to past events by year. */
export function EventsArchiveCard({ figures }: { figures: UseQueryResult<EventSummary> }) {
  const years = figures.data?.years ?? [];
  const isEmpty = figures.isSuccess && years.length === 0;
  return (
    <Card
      className="mt-5"
      title="Browse Event Archive"
      description={isEmpty ? 'No past events yet.' : 'Past events by year, with attendance'}
      actions={
        !isEmpty && (
          <>
            {years.slice(0, maxYears).map(({ year, count }) => (
              <LinkButton
                key={year}
                to="/events"
                search={{ when: 'past', year }}
                variant="ghost"
                aria-label={`${year}, ${plural(count, 'event')}`}
                className="tabular"
              >
                {year}
              </LinkButton>
            ))}
            <LinkButton
              to="/events"
              search={{ when: 'past' }}
              icon={<Archive aria-hidden="true" />}
            >
              Browse Event Archive
            </LinkButton>
          </>
        )
      }
    />
  );
}
