import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkEmail } from '#features/identity/web/shared/checks.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { ChapterSummary } from '../../installation-contract.ts';
import type { SentInvitation } from '../../invitation-contract.ts';
import { useInviteAdmin } from '../installation-queries.ts';
import { InvitationLink } from './invitation-link.tsx';

/** Invites an admin to a chapter without one; replaces earlier links. */
export function InviteAdminDialog({
  chapter,
  onClose,
}: {
  chapter: ChapterSummary;
  onClose: () => void;
}) {
  const invite = useInviteAdmin(chapter.id);
  const [sent, setSent] = useState<SentInvitation>();
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } });
  const submit = form.handleSubmit(({ email }) => {
    if (!invite.isPending)
      invite.mutate(email.trim().toLowerCase(), {
        onSuccess: (reply) => {
          form.reset({ email });
          setSent(reply);
        },
      });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite an Admin"
      description={`The ${chapter.name} chapter has no admin yet`}
      isBusy={invite.isPending}
      onSubmit={(event) => void submit(event)}
      isChanged={form.formState.isDirty}
      footer={
        <>
          <DialogClose>Close</DialogClose>
          <Button variant="primary" type="submit" isBusy={invite.isPending} busyLabel="Inviting...">
            Invite
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <WriteFailure lead="Couldn't invite them." error={invite.error} isSavedOnce={false} />
        <TextField
          label="Email"
          required
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: checkEmail })}
        />
        {sent && <InvitationLink sent={sent} />}
      </div>
    </Dialog>
  );
}
