import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { MoneyButton } from '../actions/money-button.tsx';
import { popupClass, scrimClass, viewportClass } from './popup-class.ts';
import { keepToastsAbove } from './toast-floor.ts';

export type AlertDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** States what will happen. */
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  isBusy?: boolean | undefined;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** 'danger' for deleting, 'primary' for other irreversible actions. */
  tone?: 'danger' | 'primary' | undefined;
  /** Whether it changes what someone has or owes. */
  movesMoney?: boolean | undefined;
  /** Details between the description and the buttons. */
  children?: ReactNode;
};

/** A confirmation that must be answered: Cancel has the focus and a press outside does not close it. */
export function AlertDialog({
  open,
  onClose,
  title,
  description,
  confirmLabel,
  onConfirm,
  isBusy = false,
  busyLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  movesMoney = false,
  children,
}: AlertDialogProps) {
  const Confirm = movesMoney ? MoneyButton : Button;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={() => {
        if (!isBusy) onClose();
      }}
    >
      <Base.Portal>
        {/* Also covers the dialog that it is nested in. */}
        <Base.Backdrop forceRender className={scrimClass} />
        <Base.Viewport className={viewportClass}>
          <Base.Popup initialFocus={cancel} className={`${popupClass} sm:max-w-110`}>
            <div className="min-h-0 overflow-y-auto px-5 pt-5 sm:px-6">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              <Base.Description className="mt-1.5 text-second">{description}</Base.Description>
              {children && <div className="mt-4">{children}</div>}
            </div>
            <div
              ref={keepToastsAbove}
              className="flex flex-wrap justify-end gap-2 px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] max-sm:flex-col-reverse sm:px-6"
            >
              <Base.Close ref={cancel} disabled={isBusy} render={<Button>{cancelLabel}</Button>} />
              <Confirm variant={tone} isBusy={isBusy} busyLabel={busyLabel} onClick={onConfirm}>
                {confirmLabel}
              </Confirm>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
