import { createLink } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** Links to the pages of one area, shown as one control. */
export function TabLinks({
  label,
  className,
  children,
}: {
  /** Names the navigation for assistive technology; not visible. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex w-fit max-w-full flex-wrap gap-y-2 rounded-control border border-control bg-surface p-[3px]">
        {children}
      </ul>
    </nav>
  );
}

function TabAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return (
    <li>
      <a
        {...rest}
        className={clsx(
          'touch-target relative flex h-7 items-center rounded-badge px-3 font-medium text-second hover:text-ink aria-[current=page]:bg-primary-tint aria-[current=page]:text-primary-ink pointer-coarse:h-9 forced-colors:aria-[current=page]:outline-2 forced-colors:aria-[current=page]:-outline-offset-2',
          className,
        )}
      />
    </li>
  );
}

/** Between the links of two groups. */
export function TabDivider() {
  return <li aria-hidden="true" className="mx-1.5 my-1 w-px bg-(--line)" />;
}

/** One of the links; takes the props of a Link. */
export const TabLink = createLink(TabAnchor);
