import type { ReactNode } from 'react';

/**
 * The skeleton of what is coming. Nothing is drawn during the first 150 ms; `label` ('Loading
 * expenses...') is what assistive technology hears.
 */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-appear">
        {children}
      </div>
    </div>
  );
}
