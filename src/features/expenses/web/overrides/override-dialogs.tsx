/** The four dialogs about an expense's overrides; loaded when the first of them is asked for. */
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
  const about = { expense, open, onClose };
  switch (dialog) {
    case 'add-override':
      return <AddOverrideDialog {...about} />;
    case 'manual-override':
      return <AboutParticipant {...about} part={part} />;
    case 'update-override':
      return <AboutOverride {...about} part={part} Dialog={UpdateOverrideDialog} />;
    case 'delete-override':
      return <AboutOverride {...about} part={part} Dialog={DeleteOverrideDialog} />;
    default:
      return null;
  }
}

function AboutParticipant({ part, ...about }: OverrideDialogProps & { part: Id | undefined }) {
  const found = about.expense.participants.find((id) => id === part);
  // Someone who leaves stays until the dialog closes: what was typed is not lost.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const participantId = found ?? last;
  useCloseWhenMissing(participantId === undefined, about);
  return participantId && <ManualOverrideDialog {...about} participantId={participantId} />;
}

function AboutOverride({
  part,
  Dialog,
  ...about
}: OverrideDialogProps & {
  part: Id | undefined;
  Dialog: typeof UpdateOverrideDialog | typeof DeleteOverrideDialog;
}) {
  const found = about.expense.overrides.find((override) => override.id === part);
  // As it was when last seen: its own write removes it, or somebody else's.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const override = found ?? last;
  useCloseWhenMissing(override === undefined, about);
  return override && <Dialog {...about} override={override} />;
}
