import type { ReactNode } from 'react';

/** Words for who listens instead of looks. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
