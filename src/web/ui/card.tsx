import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons and selects at the right of the heading. */
  actions?: ReactNode;
  /** Where the page shows it already; screen readers still read it. */
  isHeadingHidden?: boolean | undefined;
  /** 'title' is a 16 px heading; 'label' a quieter one above a prominent figure. */
  heading?: 'title' | 'label' | undefined;
  level?: 2 | 3 | undefined;
  /** Removes the padding, for tables that reach the edges. */
  isFlush?: boolean | undefined;
  /** Names the card when it has no title. */
  label?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** A surface with a heading, which also names its region. */
export function Card({
  title,
  description,
  actions,
  isHeadingHidden = false,
  heading = 'title',
  level = 2,
  isFlush = false,
  label,
  className,
  children,
}: CardProps) {
  const headingId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const hasHeader = title !== undefined || actions !== undefined;
  return (
    <section
      aria-labelledby={title === undefined ? undefined : headingId}
      aria-label={title === undefined ? label : undefined}
      className={clsx(
        'min-w-0 rounded-card border border-line bg-surface shadow-card',
        isFlush ? 'overflow-clip' : 'p-4 sm:p-5',
        className,
      )}
    >
      {hasHeader && (
        <div
          className={clsx(
            'flex flex-wrap items-center justify-between gap-x-4 gap-y-3',
            isFlush ? 'p-4 sm:px-5' : children && (heading === 'title' ? 'mb-4' : 'mb-2'),
          )}
        >
          <div className={isHeadingHidden ? 'sr-only' : 'min-w-0'}>
            {title !== undefined && (
              <Heading
                id={headingId}
                className={
                  heading === 'title'
                    ? 'text-base font-semibold text-ink'
                    : 'text-sm font-medium text-third'
                }
              >
                {title}
              </Heading>
            )}
            {description && <p className="text-xs text-third">{description}</p>}
          </div>
          {actions && (
            <div className={clsx('flex flex-wrap items-center gap-2', isHeadingHidden && 'flex-1')}>
              {actions}
            </div>
          )}
        </div>
      )}
      {children}
    </section>
  );
}
