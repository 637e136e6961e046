import clsx from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Content that is folded away until someone asks for it, or `isOpen` becomes true. */
export function Disclosure({
  summary,
  isOpen = false,
  className,
  children,
}: {
  summary: ReactNode;
  isOpen?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // Never closed again by a render, because it may have the focus.
  const [isOpenAtFirst] = useState(isOpen);
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true;
  }, [isOpen]);
  return (
    <details ref={details} open={isOpenAtFirst} className={clsx('group/fold', className)}>
      <summary className="-mx-1 inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-badge px-1 text-xs font-medium text-second select-none hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform group-open/fold:rotate-90"
        />
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
