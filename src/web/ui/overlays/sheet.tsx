import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { useMedia } from '../use-media.ts';
import { scrimClass } from './popup-class.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title: a badge. */
  titleEnd?: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** Of what is shown; when another is shown in the open panel, its heading gets the focus. */
  subjectId?: string | undefined;
  closeLabel?: string | undefined;
  children?: ReactNode;
};

/**
 * The detail of one thing. From 1024 px on a panel of 432 px beside the page, which makes room and
 * stays usable; below that it covers the page and is modal. Wrap its parts in SheetSection.
 */
export function Sheet({
  open,
  onClose,
  title,
  titleEnd,
  description,
  footer,
  subjectId,
  closeLabel = 'Close panel',
  children,
}: SheetProps) {
  const isBeside = useMedia('(width >= 64rem)');
  const heading = useRef<HTMLHeadingElement>(null);
  const previousSubject = useRef(subjectId);
  useEffect(() => {
    if (open && previousSubject.current !== undefined && previousSubject.current !== subjectId) {
      heading.current?.focus();
    }
    previousSubject.current = open ? subjectId : undefined;
  }, [open, subjectId]);
  return (
    <Base.Root
      open={open}
      modal={!isBeside}
      disablePointerDismissal={isBeside}
      onOpenChange={(_isOpen, details) => {
        // Escape belongs first to the dialog that stands above.
        if (details.reason === 'escape-key' && isInsideAnotherPopup(details.event))
          details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        {!isBeside && <Base.Backdrop className={scrimClass} />}
        <Base.Popup
          data-sheet=""
          data-side-panel={isBeside ? '' : undefined}
          initialFocus={heading}
          className={clsx(
            'fixed right-0 bottom-0 flex w-full flex-col bg-raised text-ink outline-none',
            'transition-[translate] duration-200 ease-settle',
            isBeside
              ? 'top-15 max-w-[432px] border-l border-line data-starting-style:translate-x-6 data-ending-style:translate-x-6'
              : 'top-0 h-dvh shadow-float data-starting-style:translate-y-full data-ending-style:translate-y-full sm:max-w-[432px] sm:data-starting-style:translate-x-full sm:data-starting-style:translate-y-0 sm:data-ending-style:translate-x-full sm:data-ending-style:translate-y-0',
          )}
        >
          {isBeside && <PageMakesRoom />}
          <div className="flex items-start gap-3 border-b border-line py-4 pr-3 pl-5">
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-2">
                <Base.Title
                  ref={heading}
                  tabIndex={-1}
                  className="min-w-0 text-base font-semibold outline-none"
                >
                  {title}
                </Base.Title>
                {titleEnd}
              </div>
              {description && (
                <Base.Description className="text-xs text-third">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label={closeLabel} icon={<X />} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && (
            <div className="flex gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** One may still be leaving while the next is there. */
let panelsBeside = 0;

/**
 * Says so on the root. `:has()` would know without it, but with one over the whole page the browser
 * styles every element anew for whatever comes or goes anywhere.
 */
function PageMakesRoom() {
  useLayoutEffect(() => {
    const count = (change: number) => {
      panelsBeside += change;
      document.documentElement.toggleAttribute('data-panel-beside', panelsBeside > 0);
    };
    count(1);
    return () => count(-1);
  }, []);
  return null;
}

/** A part of a sheet with its own heading, divided from the next by a soft line. */
export function SheetSection({
  title,
  aside,
  children,
}: {
  title: string;
  /** At the right of the heading: a remark, a button. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-soft px-5 py-4 last:border-b-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="font-medium text-second">{title}</h3>
        {aside && <div className="text-xs text-third">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

function isInsideAnotherPopup({ target }: Event): boolean {
  const popup = target instanceof Element ? target.closest('[role$=dialog]') : null;
  return popup !== null && !popup.hasAttribute('data-sheet');
}
