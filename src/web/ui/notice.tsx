import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';

const tones = {
  info: 'bg-primary-tint text-primary-ink',
  warn: 'bg-warn-tint text-warn',
  error: 'bg-owes-tint text-owes',
};

/** A permanent message in a form or a page. Errors are announced. */
export function Notice({
  tone = 'info',
  children,
  className,
}: {
  tone?: keyof typeof tones | undefined;
  children: ReactNode;
  className?: string | undefined;
}) {
  const Icon = tone === 'info' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={clsx(
        'flex items-start gap-2.5 rounded-control border border-transparent px-3.5 py-2.5',
        tones[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
