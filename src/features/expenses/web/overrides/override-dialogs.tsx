/** The four override dialogs, loaded when one of them is first opened. */
import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import type { ExpensesSearch } from '../search.ts';
import { AddOverrideDialog } from './add-override-dialog.tsx';
import { DeleteOverrideDialog } from './delete-override-dialog.tsx';
import { ManualOverrideDialog } from './manual-override-dialog.tsx';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { UpdateOverrideDialog } from './update-override-dialog.tsx';

export function OverrideDialogs({
  search: { dialog, part },
  expense,
  open,
  onClose,
}: OverrideDialogProps & { search: ExpensesSearch }) {
  const props = { expense, open, onClose };
  switch (dialog) {
    case 'add-override':
      return <AddOverrideDialog {...props} />;
    case 'manual-override':
      return <WithParticipant {...props} part={part} />;
    case 'update-override':
      return <WithOverride {...props} part={part} Dialog={UpdateOverrideDialog} />;
    case 'delete-override':
      return <WithOverride {...props} part={part} Dialog={DeleteOverrideDialog} />;
    default:
      return null;
  }
}

function WithParticipant({ part, ...props }: OverrideDialogProps & { part: Id | undefined }) {
  const found = props.expense.participants.find((id) => id === part);
  // Keep a removed participant until the dialog closes, so that entered values are not lost.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const participantId = found ?? last;
  useCloseWhenMissing(participantId === undefined, props);
  return participantId && <ManualOverrideDialog {...props} participantId={participantId} />;
}

function WithOverride({
  part,
  Dialog,
  ...props
}: OverrideDialogProps & {
  part: Id | undefined;
  Dialog: typeof UpdateOverrideDialog | typeof DeleteOverrideDialog;
}) {
  const found = props.expense.overrides.find((override) => override.id === part);
  // Keep the last version, because this dialog or someone else may delete the override.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const override = found ?? last;
  useCloseWhenMissing(override === undefined, props);
  return override && <Dialog {...props} override={override} />;
}
