import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

const cardTitle = 'Event Calendar';

/** The card around the month or week: title, previous and next one, loading state and errors. */
export function EventCalendarCard({
  title,
  unit,
  hint,
  isLoading,
  failure,
  isRetrying,
  onRetry,
  onStep,
  onToday,
  onIntent,
  filters,
  children,
}: {
  /** The shown month or days. */
  title: string;
  /** What the arrows step by. */
  unit: 'month' | 'week' | 'days';
  hint: string;
  isLoading: boolean;
  failure: string | undefined;
  isRetrying: boolean;
  onRetry: () => void;
  onStep: (by: -1 | 1) => void;
  onToday: () => void;
  /** At the other end of the bar. */
  filters: ReactNode;
  /** The pointer or the focus entered the grid. */
  onIntent: () => void;
  /** The grid, labeled by the heading with this id. */
  children: (headingId: string) => ReactNode;
}) {
  const headingId = useId();
  return (
    <Card isFlush label={cardTitle}>
      <div className="@container">
        {/* The page names it already. */}
        <div className="sr-only">
          <h2>{cardTitle}</h2>
          <p>{hint}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
          {/* On a phone as wide as the card's content, with the arrows at the edges. */}
          <div className="flex items-center gap-2 max-sm:w-[calc(100vw-4.125rem)] max-sm:justify-between max-sm:gap-1">
            <Button variant="toolbar" onClick={onToday} aria-keyshortcuts="T" title="Today (T)">
              Today
            </Button>
            <IconButton
              variant="toolbar"
              size="md"
              label={`Previous ${unit}`}
              icon={<ChevronLeft />}
              onClick={() => onStep(-1)}
            />
            <h3
              id={headingId}
              aria-live="polite"
              className="scroll-mt-20 text-center text-base font-semibold sm:min-w-40"
            >
              {title}
            </h3>
            <IconButton
              variant="toolbar"
              size="md"
              label={`Next ${unit}`}
              icon={<ChevronRight />}
              onClick={() => onStep(1)}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden">{filters}</div>
        </div>
      </div>
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
