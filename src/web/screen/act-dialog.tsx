import { type ReactNode, type SubmitEvent, useState } from 'react';
import { countCharacters, maxReasonLength } from '#kit/text.ts';
import type { ButtonVariant } from '#web/ui/actions/button-class.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { OverlayProps } from './overlay-props.ts';
import { useSubmitOnce } from './use-submit-once.ts';

type Act = { readonly isPending: boolean; readonly error: Error | null };

/**
 * A small form that changes one thing, once however often it is pressed, and stays open with the reason if that
 * fails. What is wrong is said when it is pressed.
 */
export function ActDialog({
  title,
  description,
  label,
  busyLabel,
  variant = 'primary',
  done,
  act,
  isChanged,
  isWrong,
  run,
  children,
  ...overlay
}: OverlayProps & {
  title: string;
  description: ReactNode;
  label: string;
  busyLabel: string;
  variant?: ButtonVariant;
  /** What a toast says then. */
  done: string;
  act: Act;
  isChanged: boolean;
  isWrong: boolean;
  run: () => Promise<unknown>;
  /** `isChecked`: problems are shown. */
  children: (isChecked: boolean) => ReactNode;
}) {
  const [isChecked, setChecked] = useState(false);
  const save = useSubmitOnce(
    async () => {
      await run();
      toast.success(done);
      overlay.onClose();
    },
    () => {},
  );
  return (
    <Dialog
      {...overlay}
      title={title}
      description={description}
      isBusy={act.isPending}
      isChanged={isChanged}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!isWrong) save();
        focusWrong(event);
      }}
      footer={
        <>
          <WriteFailure error={act.error} className="basis-full!" />
          <DialogSubmit movesMoney variant={variant} isBusy={act.isPending} busyLabel={busyLabel}>
            {label}
          </DialogSubmit>
        </>
      }
    >
      <div className="flex flex-col gap-4">{children(isChecked)}</div>
    </Dialog>
  );
}

/** Once what is wrong has been marked. */
function focusWrong({ currentTarget }: SubmitEvent<HTMLFormElement>): void {
  setTimeout(() => currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}

export function explainReason(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason';
  const isTooLong = countCharacters(reason.trim()) > maxReasonLength;
  return isTooLong ? `Must be at most ${maxReasonLength} characters` : undefined;
}

export function ReasonField({
  value,
  help,
  error,
  onChange,
}: {
  value: string;
  help: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}) {
  return (
    <TextArea
      label="Reason"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      help={help}
      error={error}
    />
  );
}

/** Asks why, and does it. */
export function ReasonDialog({
  help,
  run,
  ...dialog
}: OverlayProps & {
  title: string;
  description: ReactNode;
  label: string;
  busyLabel: string;
  done: string;
  help: string;
  act: Act;
  run: (reason: string) => Promise<unknown>;
}) {
  const [reason, setReason] = useState('');
  const wrong = explainReason(reason);
  return (
    <ActDialog
      {...dialog}
      variant="danger"
      isChanged={reason !== ''}
      isWrong={wrong !== undefined}
      run={() => run(reason.trim())}
    >
      {(isChecked) => (
        <ReasonField
          value={reason}
          onChange={setReason}
          help={help}
          error={isChecked ? wrong : undefined}
        />
      )}
    </ActDialog>
  );
}
