import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { addMonths, getFirstDay, type Month } from '#kit/calendar/month.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatMonthTitle } from '#web/ui/fields/day-navigation.ts';
import { Notice } from '#web/ui/notice.tsx';

/** The card around the month grid: title, previous and next month, loading state and errors. */
export function EventCalendarCard({
  month,
  isLoading,
  failure,
  isRetrying,
  onRetry,
  onMonthChange,
  onToday,
  onIntent,
  filters,
  children,
}: {
  month: Month;
  isLoading: boolean;
  failure: string | undefined;
  isRetrying: boolean;
  onRetry: () => void;
  onMonthChange: (change: (month: Month) => Month) => void;
  onToday: () => void;
  /** Beside the month. */
  filters: ReactNode;
  /** The pointer or the focus entered the grid. */
  onIntent: () => void;
  /** The grid, labeled by the heading with this id. */
  children: (headingId: string) => ReactNode;
}) {
  const headingId = useId();
  return (
    <Card
      isFlush
      title="Event Calendar"
      description="Click on any date to create a new event"
      actions={
        <>
          {filters}
          {/* On a phone as wide as the card's content, with the arrows at the edges. */}
          <div className="flex items-center gap-2 max-sm:w-[calc(100vw-4.125rem)] max-sm:justify-between max-sm:gap-1">
            <Button onClick={onToday} aria-keyshortcuts="T" title="Today (T)">
              Today
            </Button>
            <IconButton
              variant="outline"
              size="md"
              label="Previous month"
              icon={<ChevronLeft />}
              onClick={() => onMonthChange((wanted) => addMonths(wanted, -1))}
            />
            <h3
              id={headingId}
              aria-live="polite"
              className="text-center sm:min-w-40 text-base font-semibold"
            >
              {formatMonthTitle(getFirstDay(month))}
            </h3>
            <IconButton
              variant="outline"
              size="md"
              label="Next month"
              icon={<ChevronRight />}
              onClick={() => onMonthChange((wanted) => addMonths(wanted, 1))}
            />
          </div>
        </>
      }
    >
      {failure !== undefined && (
        <Notice tone="error" className="mx-4 mb-4 sm:mx-5">
          {failure}{' '}
          <TextButton
            onClick={onRetry}
            aria-disabled={isRetrying || undefined}
            className="font-medium text-owes! underline"
          >
            {isRetrying ? 'Retrying...' : 'Retry'}
          </TextButton>
        </Notice>
      )}
      <div className="relative" onPointerEnter={onIntent} onFocus={onIntent}>
        {children(headingId)}
        {isLoading && (
          <p
            role="status"
            className="absolute inset-x-0 top-12 mx-auto w-fit animate-appear rounded-control bg-raised px-3.5 py-2 text-second shadow-float"
          >
            Loading calendar...
          </p>
        )}
      </div>
    </Card>
  );
}
