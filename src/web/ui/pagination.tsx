import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Button } from './actions/button.tsx';

/** The footer of a paginated list: 'Showing N of M wallets', Previous, 'Page X of Y', Next. */
export function Pagination({
  page,
  totalPages,
  onPageChange,
  onIntent,
  summary,
  summaryEnd,
  label = 'Pages',
}: {
  /** From 1. */
  page: number;
  totalPages: number;
  /** Gets a function of the latest page, even if not rendered yet, so that quick presses add up. */
  onPageChange: (change: (page: number) => number) => void;
  /** Called when the pointer or the focus reaches a page's button, to prefetch the page. */
  onIntent?: ((page: number) => void) | undefined;
  summary?: ReactNode;
  summaryEnd?: ReactNode;
  label?: string | undefined;
}) {
  const step = (by: 1 | -1) => ({
    disabled: page + by < 1 || page + by > totalPages,
    onClick: () => onPageChange((current) => Math.min(Math.max(current + by, 1), totalPages)),
    onPointerEnter: () => onIntent?.(page + by),
    onFocus: () => onIntent?.(page + by),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 text-third sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="tabular text-xs" role="status">
          {summary}
        </p>
        {summaryEnd}
      </div>
      {totalPages > 1 && (
        <nav aria-label={label} className="flex items-center gap-3">
          <Button size="sm" icon={<ChevronLeft aria-hidden="true" />} {...step(-1)}>
            Previous
          </Button>
          <span className="tabular text-xs whitespace-nowrap">
            Page {page} of {totalPages}
          </span>
          <Button size="sm" {...step(1)}>
            Next
            <ChevronRight aria-hidden="true" />
          </Button>
        </nav>
      )}
    </div>
  );
}
