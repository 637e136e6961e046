import type { ReactNode } from 'react';

/** Replaces an empty list: a sentence and the next step. */
export function EmptyState({
  title,
  children,
  action,
  icon,
}: {
  /** 'No expenses found' */
  title: string;
  /** Explains what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-5 py-10 text-center wrap-anywhere">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-3 flex size-10 items-center justify-center rounded-full bg-hover text-third [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="font-medium text-ink">{title}</p>
      {children && <p className="mt-1 max-w-96 text-balance text-third">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
