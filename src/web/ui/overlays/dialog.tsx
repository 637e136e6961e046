import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { MoneyButton } from '../actions/money-button.tsx';
import { focusTypedText, hasTypedText } from '../typed-text.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { popupClass, scrimClass, viewportClass } from './popup-class.ts';
import { keepToastsAbove } from './toast-floor.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the confirming one last. They stay visible while the content scrolls. */
  footer?: ReactNode;
  /** A busy dialog cannot be closed. */
  isBusy?: boolean | undefined;
  /** Focused on open; by default the first field, or the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** 480 or 640 px wide; on phones always a bottom sheet. */
  size?: 'md' | 'lg' | undefined;
  /** Makes content without controls focusable under this name, so that it can be scrolled by keyboard. */
  readingLabel?: string | undefined;
  children?: ReactNode;
} & (FormProps | { onSubmit?: undefined; isChanged?: boolean });

type FormProps = {
  /** Wraps content and footer in a form, so that Enter submits it. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /**
   * Whether closing would lose input; every way to close then asks first. Must not be set for a password
   * or a code alone, which password managers and phones fill in.
   */
  isChanged: boolean;
};

/** A modal dialog or form; on phones a bottom sheet. Closing returns the focus to its origin. */
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
  const [isConfirming, setIsConfirming] = useState(false);
  if (!open && isConfirming) setIsConfirming(false);
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
        <div
          ref={keepToastsAbove}
          className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line max-sm:*:flex-1 px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6"
        >
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
        if (isBusy) return;
        if (isChanged || hasTypedText(content.current)) setIsConfirming(true);
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className={scrimClass} />
        <Base.Viewport className={viewportClass}>
          <Base.Popup
            initialFocus={(opened) =>
              getInitialFocus(content.current, initialFocus?.current, opened)
            }
            className={clsx(popupClass, size === 'lg' ? 'sm:max-w-160' : 'sm:max-w-120')}
          >
            {onSubmit ? (
              <form
                noValidate
                onSubmit={(event) => {
                  if (focusTypedText(event.currentTarget)) event.preventDefault();
                  else onSubmit(event);
                }}
                className={column}
              >
                {body}
              </form>
            ) : (
              <div className={column}>{body}</div>
            )}
            {open && !isBusy && (isChanged || isConfirming) && (
              <DiscardDialog
                open={isConfirming}
                onOpenChange={setIsConfirming}
                onDiscard={() => {
                  setIsConfirming(false);
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
 * Closes the dialog from its footer like Escape does: also asks before discarding input, because on
 * phones it is next to the button that saves.
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

/** The footer of a form: Cancel, and the button that submits it. */
export function DialogSubmit({
  movesMoney = false,
  ...button
}: Omit<ButtonProps, 'type' | 'reasonToRest'> & {
  /** Whether it changes what someone has or owes. */
  movesMoney?: boolean;
}) {
  const Submit = movesMoney ? MoneyButton : Button;
  return (
    <>
      <DialogClose disabled={button.isBusy ?? false} />
      <Submit type="submit" variant="primary" {...button} />
    </>
  );
}

/** On touch screens focuses the dialog itself: a field would open the keyboard over half of it. */
function getInitialFocus(
  content: HTMLElement | null,
  preferred: HTMLElement | null | undefined,
  opened: string,
): HTMLElement | true {
  if (opened === 'touch' || matchMedia('(pointer: coarse)').matches) {
    return content?.closest<HTMLElement>('[role=dialog]') ?? true;
  }
  if (preferred) return preferred;
  const field = 'input:not(:disabled, [readonly]), select:not(:disabled), textarea:not(:disabled)';
  return content?.querySelector<HTMLElement>(field) ?? true;
}
