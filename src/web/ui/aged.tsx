import clsx from 'clsx';
import type { ReactNode } from 'react';

/** What was asked for before, a little paler, until the new answer is there. */
export function Aged({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isOld || undefined}
      className={clsx('transition-opacity duration-150', isOld && 'opacity-60 delay-150')}
    >
      {children}
    </div>
  );
}
