/** The four dialogs about an expense's overrides; loaded when the first of them is asked for. */
import { useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import type { OverrideDialog } from '../search.ts';
import { AddOverrideDialog } from './add-override-dialog.tsx';
import { DeleteOverrideDialog } from './delete-override-dialog.tsx';
import { ManualOverrideDialog } from './manual-override-dialog.tsx';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { UpdateOverrideDialog } from './update-override-dialog.tsx';

export function OverrideDialogs({
  dialog,
  part,
  ...about
}: OverrideDialogProps & {
  dialog: OverrideDialog;
  /** The override's id; for a manual one that is to be made, the participant's. */
  part: Id | undefined;
}) {
  switch (dialog) {
    case 'add-override':
      return <AddOverrideDialog {...about} />;
    case 'manual-override':
      return <AboutParticipant {...about} participantId={part} />;
    case 'update-override':
    case 'delete-override':
      return <AboutKnown {...about} dialog={dialog} overrideId={part} />;
    default:
      return dialog satisfies never;
  }
}

function AboutParticipant({
  participantId,
  ...about
}: OverrideDialogProps & { participantId: Id | undefined }) {
  const takesPart =
    participantId !== undefined && about.expense.participants.includes(participantId);
  // Whoever left meanwhile stays until the dialog closes: what is typed is not lost.
  const [known, setKnown] = useState(takesPart);
  if (takesPart && !known) setKnown(true);
  useCloseUnless(known, about);
  if (!known || participantId === undefined) return null;
  return <ManualOverrideDialog {...about} participantId={participantId} />;
}

function AboutKnown({
  dialog,
  overrideId,
  ...about
}: OverrideDialogProps & {
  dialog: 'update-override' | 'delete-override';
  overrideId: Id | undefined;
}) {
  const found = about.expense.overrides.find((override) => override.id === overrideId);
  // As it was when last seen: its own write takes it away, or somebody else's.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const override = found ?? last;
  useCloseUnless(override !== undefined, about);
  if (!override) return null;
  return dialog === 'update-override' ? (
    <UpdateOverrideDialog {...about} override={override} />
  ) : (
    <DeleteOverrideDialog {...about} override={override} />
  );
}

/** An address may name an override that is not there any more. */
function useCloseUnless(isThere: boolean, { open, onClose }: OverrideDialogProps): void {
  useEffect(() => {
    if (open && !isThere) onClose();
  }, [open, isThere, onClose]);
}
