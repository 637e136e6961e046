import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The previous response, a little paler, until the new one is there. */
export function StaleContent({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isStale || undefined}
      className={clsx('transition-opacity duration-150', isStale && 'opacity-60 delay-150')}
    >
      {children}
    </div>
  );
}
