import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { popupClass, scrimClass, viewportClass } from './popup-class.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons; the confirming one last. They stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** While a write is under way the dialog does not close. */
  isBusy?: boolean | undefined;
  /** Focused first; else the first field, or what comes first where there is none. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** 480 or 640 px wide; on a phone always a sheet from below. */
  size?: 'md' | 'lg' | undefined;
  /** Names the content where there is nothing in it to focus: a keyboard scrolls what it can focus. */
  readingLabel?: string | undefined;
  children?: ReactNode;
} & (FormProps | { onSubmit?: undefined; isChanged?: boolean });

type FormProps = {
  /** Makes the dialog one form around content and footer, so that Enter submits it. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /**
   * Something was entered that closing would lose: every way out asks first. Never of a password
   * or a code alone: those a manager or a phone fills in, and they are not to be kept.
   */
  isChanged: boolean;
};

/** A modal question or form; on a phone a sheet from below. Focus returns to where it came from. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  onSubmit,
  isChanged = false,
  isBusy = false,
  initialFocus,
  size = 'md',
  readingLabel,
  children,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isGuarded = open && isChanged && !isBusy;
  const body = (
    <>
      <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6">
        <div className="min-w-0 flex-1">
          <Base.Title className="text-base font-semibold">{title}</Base.Title>
          {description && (
            <Base.Description className="mt-0.5 text-third">{description}</Base.Description>
          )}
        </div>
        <Base.Close
          disabled={isBusy}
          render={<IconButton label="Close" icon={<X />} className="-mt-1.5 -mr-2" />}
        />
      </div>
      <div
        ref={content}
        {...(readingLabel && { role: 'region', 'aria-label': readingLabel, tabIndex: 0 })}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-0.5 pb-5 -outline-offset-2 sm:px-6"
      >
        {children}
      </div>
      {footer && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line max-sm:*:flex-1 px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
          {footer}
        </div>
      )}
    </>
  );
  const column = 'flex min-h-0 flex-1 flex-col';
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={isBusy || onSubmit !== undefined}
      onOpenChange={() => {
        if (isGuarded) setIsAsking(true);
        else if (!isBusy) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport className={viewportClass}>
          <Base.Popup
            initialFocus={(opened) => whereToBegin(content.current, initialFocus?.current, opened)}
            className={clsx(popupClass, size === 'lg' ? 'sm:max-w-160' : 'sm:max-w-120')}
          >
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit} className={column}>
                {body}
              </form>
            ) : (
              <div className={column}>{body}</div>
            )}
            {isGuarded && (
              <DiscardDialog
                open={isAsking}
                onOpenChange={setIsAsking}
                onDiscard={() => {
                  setIsAsking(false);
                  onClose();
                }}
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The way out in a footer, which is that of Escape and the cross: on a phone it lies beside the
 * button that saves, so a slip of the thumb must not cost what was entered either.
 */
export function DialogClose({
  disabled = false,
  children = 'Cancel',
}: {
  disabled?: boolean;
  children?: ReactNode;
}) {
  return <Base.Close disabled={disabled} render={<Button>{children}</Button>} />;
}

/** On touch a field would bring up the keyboard over half of the dialog: there it begins as a whole. */
function whereToBegin(
  content: HTMLElement | null,
  asked: HTMLElement | null | undefined,
  opened: string,
): HTMLElement | true {
  if (opened === 'touch' || matchMedia('(pointer: coarse)').matches) {
    return content?.closest<HTMLElement>('[role=dialog]') ?? true;
  }
  if (asked) return asked;
  const field = 'input:not(:disabled, [readonly]), select:not(:disabled), textarea:not(:disabled)';
  return content?.querySelector<HTMLElement>(field) ?? true;
}
