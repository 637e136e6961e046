import type { ReactNode } from 'react';

/** The header of a page: its only h1, what is to say below it and at most one primary action. */
export function PageHeader({
  title,
  subtitle,
  description,
  actions,
  back,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  /** What the page is for, where the screen shows it anyway: only for assistive technology. */
  description?: string;
  actions?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-6">
      <div className="min-w-0">
        {back && <div className="mb-2">{back}</div>}
        <h1 className="text-title-phone font-semibold tracking-[-0.02em] text-ink sm:text-title">
          {title}
        </h1>
        {subtitle && <p className="text-second">{subtitle}</p>}
        {description && <p className="sr-only">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
