import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { focusHeading } from '../../layout/focus-heading.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { useIsPanelBeside, useReservedPanelSpace } from './panel-space.ts';
import { scrimClass } from './popup-class.ts';
import { keepToastsAbove } from './toast-floor.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Shown beside the title, such as a badge. */
  titleEnd?: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** When it changes while the panel is open, the heading gets the focus. */
  subjectId?: string | undefined;
  children?: ReactNode;
};

/**
 * Shows the details of one record. From 1280 px on, a panel of 432 px beside the page, which stays
 * usable; below that, it covers the page and is modal. Wrap its parts in SheetSection.
 */
export function Sheet({
  open,
  onClose,
  title,
  titleEnd,
  description,
  footer,
  subjectId,
  children,
}: SheetProps) {
  const isSidePanel = useIsPanelBeside();
  const heading = useRef<HTMLHeadingElement>(null);
  const previousSubject = useRef(subjectId);
  const tabOrder = useTabOutOfPanel();
  useEffect(() => {
    if (open && previousSubject.current !== undefined && previousSubject.current !== subjectId) {
      heading.current?.focus();
    }
    previousSubject.current = open ? subjectId : undefined;
  }, [open, subjectId]);
  return (
    <Base.Root
      open={open}
      modal={!isSidePanel}
      disablePointerDismissal={isSidePanel}
      onOpenChange={(_isOpen, details) => {
        // A dialog on top handles Escape first.
        if (details.reason === 'escape-key' && isInsideAnotherPopup(details.event))
          details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        {!isSidePanel && <Base.Backdrop className={scrimClass} />}
        <Base.Popup
          data-sheet=""
          data-side-panel={isSidePanel ? '' : undefined}
          initialFocus={() => (isDialogOpen() ? false : heading.current)}
          {...(isSidePanel && tabOrder)}
          className={clsx(
            'fixed right-0 bottom-0 flex w-full flex-col bg-raised text-ink outline-none',
            'transition-[translate] duration-200 ease-settle',
            isSidePanel
              ? 'top-15 max-w-[432px] border-l border-line data-starting-style:translate-x-6 data-ending-style:translate-x-6'
              : 'top-0 h-dvh shadow-float data-starting-style:translate-y-full data-ending-style:translate-y-full sm:max-w-[432px] sm:data-starting-style:translate-x-full sm:data-starting-style:translate-y-0 sm:data-ending-style:translate-x-full sm:data-ending-style:translate-y-0',
          )}
        >
          {isSidePanel && <ReservePanelSpace />}
          <div className="flex items-start gap-3 border-b border-line py-4 pr-3 pl-5">
            <div className="min-w-0 flex-1">
              {/* A title of one line is level with the button. */}
              <div
                className={clsx(
                  'flex flex-wrap items-center gap-2',
                  !description && 'min-h-8 pointer-coarse:min-h-11',
                )}
              >
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
            <Base.Close
              className={clsx(description && '-mt-1 pointer-coarse:-mt-2.5')}
              render={<IconButton label="Close panel" icon={<X />} />}
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && (
            <div
              ref={isSidePanel ? undefined : keepToastsAbove}
              className="flex flex-wrap gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
            >
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const tabStops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Tab after the last control of a side panel, and Shift+Tab before its first, lead back to the page. */
function useTabOutOfPanel() {
  const cameFrom = useRef<HTMLElement>(null);
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
      const isGuard = relatedTarget.hasAttribute('data-base-ui-focus-guard');
      if (!isGuard && relatedTarget.closest('main')) cameFrom.current = relatedTarget;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Tab') return;
      const { currentTarget: panel, target } = event;
      // A menu or a dialog on top is a child of the panel only to React.
      if (!(target instanceof Node) || !panel.contains(target)) return;
      const stops = [...panel.querySelectorAll<HTMLElement>(tabStops)].filter(
        (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
      );
      const edge = stops.at(event.shiftKey ? 0 : -1);
      const side = event.shiftKey ? 'DOCUMENT_POSITION_FOLLOWING' : 'DOCUMENT_POSITION_PRECEDING';
      const isBeyond = edge && (target.compareDocumentPosition(edge) & Node[side]) !== 0;
      if (target !== edge && !isBeyond) return;
      event.preventDefault();
      if (cameFrom.current?.isConnected) cameFrom.current.focus();
      else {
        (document.activeElement as HTMLElement | null)?.blur();
        focusHeading();
      }
    },
  };
}

/** For as long as the panel is shown. */
function ReservePanelSpace() {
  useReservedPanelSpace(true);
  return null;
}

/** A section of a sheet with its own heading. */
export function SheetSection({
  title,
  aside,
  children,
}: {
  title: string;
  /** Shown at the right of the heading, such as a note or a button. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-soft px-5 py-4 last:border-b-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-medium text-second">{title}</h3>
        {aside && <div className="text-xs text-third">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** A panel that loads late must not take the focus out of a dialog that was opened meanwhile. */
function isDialogOpen(): boolean {
  return document.querySelector('[role$=dialog][data-open]:not([data-sheet])') !== null;
}

function isInsideAnotherPopup({ target }: Event): boolean {
  const popup = target instanceof Element ? target.closest('[role$=dialog]') : null;
  return popup !== null && !popup.hasAttribute('data-sheet');
}
