import clsx from 'clsx';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from './button-class.ts';

/** A link to another site: opens a new tab and says so. `button` makes it look like a button. */
export function ExternalLink({
  href,
  children,
  button,
  className,
}: {
  href: string;
  children: ReactNode;
  button?: ButtonVariant | undefined;
  className?: string | undefined;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={
        button
          ? buttonClass({ variant: button, className })
          : clsx(
              'touch-target relative inline-flex items-center gap-1.5 rounded-badge hover:text-ink',
              className,
            )
      }
    >
      {children}
      <ArrowUpRight aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
