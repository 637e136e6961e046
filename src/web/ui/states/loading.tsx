import type { ReactNode } from 'react';

/**
 * A loading state with a skeleton, invisible for the first 150 ms. `label` ('Loading expenses...') is
 * for assistive technology.
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
