import type { ReactNode } from 'react';
import type { Cents } from '#kit/money.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';

export type DeleteDialogProps = OverlayProps & {
  title: string;
  /** What will happen. */
  description: ReactNode;
  /** The title or label of what is deleted. */
  words: string;
  amount: Cents;
  isBusy: boolean;
  onConfirm: () => void;
  /** Why the last attempt failed. */
  failure?: ReactNode;
  /** Further information before confirming. */
  children?: ReactNode;
};

/** Confirms deleting an expense or override. Stays open with the reason if deleting fails. */
export function DeleteDialog({
  onClose,
  words,
  amount,
  failure,
  children,
  ...question
}: DeleteDialogProps) {
  return (
    <AlertDialog
      {...question}
      movesMoney
      onClose={onClose}
      confirmLabel="Delete"
      busyLabel="Deleting..."
    >
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-hover px-3.5 py-2.5">
          <span className="max-w-full min-w-0 flex-[1_0_auto] font-medium wrap-anywhere">
            {words}
          </span>
          <Money cents={amount} className="font-medium" />
        </p>
        {children}
        {failure && <Notice tone="error">{failure}</Notice>}
      </div>
    </AlertDialog>
  );
}
