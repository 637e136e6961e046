import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { email as emailField, type InvitationSent } from '#features/auth/contract.ts';
import type { Role } from '#features/auth/role.ts';
import type { Id } from '#kit/id.ts';
import { failureWords, refusalOf } from '#web/call-error.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useInvite } from './invitation-queries.ts';
import { OpenInvitations } from './open-invitations.tsx';

const roleOptions: { value: Role; label: string; detail: string }[] = [
  { value: 'member', label: 'Member', detail: 'Uses every screen' },
  { value: 'treasurer', label: 'Treasurer', detail: 'Also keeps the money of others' },
  { value: 'admin', label: 'Admin', detail: 'Also invites people' },
];

/** Invites somebody to the chapter, and shows who has not answered yet. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const invite = useInvite();
  const [sent, setSent] = useState<InvitationSent>();
  const [role, setRole] = useState<Role>('member');
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched' });

  const submit = form.handleSubmit(async (filled) => {
    const email = emailField.parse(filled.email);
    try {
      const reply = await invite.mutateAsync({ email, role });
      setSent(reply);
      // The field alone: `reset` would forget its registration, which the compiler makes only once.
      form.resetField('email');
      if (reply.mail === 'sent') toast.success(`Invitation sent to ${reply.invitation.email}`);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.field === 'email' || refusal?.code === 'already_member') {
        form.setError('email', { message: refusal.message }, { shouldFocus: true });
      }
    }
  });

  const forget = (id: Id) => setSent((now) => (now?.invitation.id === id ? undefined : now));

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Invite a member"
      description="They get a link that works once, for seven days"
      isBusy={invite.isPending}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit" isBusy={invite.isPending} busyLabel="Inviting...">
            Invite
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {invite.isError && !form.formState.errors.email && (
          <Notice tone="error">
            Couldn't invite them. {failureWords(invite.error, { isSavedOnce: false })}
          </Notice>
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <TextField
            label="E-mail"
            required
            type="email"
            autoComplete="off"
            spellCheck={false}
            error={form.formState.errors.email?.message}
            {...form.register('email', { validate: whyNoEmail })}
          />
          <Select label="Role" options={roleOptions} value={role} onValueChange={setRole} />
        </div>
        {sent && <Sent sent={sent} />}
        <OpenInvitations onRevoked={forget} />
      </div>
    </Dialog>
  );
}

function whyNoEmail(text: string): string | true {
  if (text.trim() === '') return 'E-mail is required';
  const read = emailField.safeParse(text);
  return read.success || (read.error.issues[0]?.message ?? 'Must be an e-mail address');
}

/** What happened to the invitation; its link when no mail carries it, this once. */
function Sent({ sent: { invitation, link, mail } }: { sent: InvitationSent }) {
  if (link === null) {
    return <Notice>The invitation is on its way to {invitation.email}.</Notice>;
  }
  return (
    <Notice tone={mail === 'failed' ? 'warn' : 'info'}>
      <p>
        {mail === 'failed' ? 'The mail could not be sent.' : 'This hub sends no mail.'} Pass this
        link on to {invitation.email}; it is shown only now.
      </p>
      <p className="mt-1.5 flex items-center gap-1">
        <code className="min-w-0 flex-1 text-xs wrap-anywhere select-all">{link}</code>
        <CopyButton value={link} label="Invitation link" />
      </p>
    </Notice>
  );
}
