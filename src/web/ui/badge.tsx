import clsx from 'clsx';
import type { ReactNode } from 'react';

export type BadgeTone = 'outline' | 'settled' | 'owed' | 'owes' | 'info' | 'warn';

const tones: Record<BadgeTone, string> = {
  outline: 'border-line text-second',
  settled: 'border-transparent bg-owed-tint text-owed',
  owed: 'border-transparent bg-owed-tint text-owed',
  owes: 'border-transparent bg-owes-tint text-owes',
  info: 'border-transparent bg-primary-tint text-primary-ink',
  warn: 'border-transparent bg-warn-tint text-warn',
};

/** A short label; the text carries the meaning, the tint only supports it. */
export function Badge({
  tone = 'outline',
  className,
  children,
}: {
  tone?: BadgeTone | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'tabular inline-flex h-5.5 shrink-0 items-center rounded-badge border px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
