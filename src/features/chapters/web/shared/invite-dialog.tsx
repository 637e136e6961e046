import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { plural } from '#kit/counts.ts';
import type { Role } from '#kit/role.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { InvitedMany } from '../../invitation-contract.ts';
import {
  describeInvited,
  type Invitee,
  markMembers,
  maxInvitees,
  readInvitees,
} from '../../invitees.ts';
import {
  addressesQuery,
  type Invitees,
  invitationsQuery,
  useInviteMany,
} from '../invitations/invitation-queries.ts';
import { Invitations } from '../invitations/invitations.tsx';
import { InviteResults } from '../invitations/invite-results.tsx';
import { InviteesPreview } from '../invitations/invitees-preview.tsx';

const roleOptions: { value: Role; label: string; detail: string }[] = [
  { value: 'member', label: 'Member', detail: 'Can use every screen' },
  { value: 'treasurer', label: 'Treasurer', detail: "Also manages other members' money" },
  { value: 'admin', label: 'Admin', detail: 'Also manages members and settings' },
];

/** Invites one or more people to the chapter and lists all invitations. */
export function InviteDialog(overlay: OverlayProps) {
  const invite = useInviteMany();
  const idempotency = useIdempotencyKey();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [done, setDone] = useState<Done>();
  const [wasSent, setWasSent] = useState(false);
  /** Entries that stayed in the field because they are no addresses. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const invitations = useQuery(invitationsQuery);
  const pendingEmails = new Set(
    invitations.data?.flatMap(({ email, state }) => (state === 'open' ? [email] : [])),
  );
  const addresses = useQuery(addressesQuery).data;
  const entries = markMembers(readInvitees(text), new Set(addresses?.joined));
  const notInvited = (addresses?.notJoined ?? []).filter((email) => !pendingEmails.has(email));
  const ready = entries.flatMap(({ email, state }) =>
    email !== null && state === 'ready' ? [{ email, role }] : [],
  );
  const error = wasSent ? validateInvitees(entries) : describeRefused(refused);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (invite.isPending) return;
    setWasSent(true);
    if (validateInvitees(entries) !== undefined) return box.current?.focus();
    const request: Invitees = { invitees: ready };
    try {
      const reply = await invite.mutateAsync({ ...request, key: idempotency.keyFor(request) });
      idempotency.done();
      const finished = summarize(reply, entries);
      setDone(finished);
      const invalid = entries.flatMap((each) => (each.state === 'invalid' ? [each.text] : []));
      setText(invalid.join('\n'));
      setRefused(invalid);
      setWasSent(false);
      toast.success(finished.summary === '1 invited' ? 'Invitation created' : finished.summary);
    } catch {
      // The notice below shows the error.
    }
  };

  return (
    <Dialog
      {...overlay}
      size="lg"
      title="Invite Members"
      description="Each person gets a link that works once, for seven days"
      isBusy={invite.isPending}
      onSubmit={(event) => void submit(event)}
      isChanged={text.trim() !== ''}
      footer={
        <>
          <DialogClose>Close</DialogClose>
          <Button variant="primary" type="submit" isBusy={invite.isPending} busyLabel="Inviting...">
            {ready.length > 1 ? `Invite ${ready.length}` : 'Invite'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <WriteFailure lead="Couldn't invite them." error={invite.error} />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <TextArea
            ref={box}
            label="Email Addresses"
            required
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setRefused([]);
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help="One or more, as you have them: Anna Bell <anna@example.org>, one per line, or in a row"
            error={error}
          />
          <Select label="Role" options={roleOptions} value={role} onValueChange={setRole} />
        </div>
        {text === '' && notInvited.length > 0 && (
          <p className="text-second">
            {plural(notInvited.length, 'member')} in the directory can't sign in yet.{' '}
            <TextButton
              className="font-medium"
              onClick={() => setText(notInvited.slice(0, maxInvitees).join('\n'))}
            >
              Add Their Addresses
            </TextButton>
          </p>
        )}
        <InviteesPreview entries={entries} pendingEmails={pendingEmails} />
        {done && <InviteResults {...done} />}
        <Invitations />
      </div>
    </Dialog>
  );
}

type Done = {
  readonly done: InvitedMany;
  readonly summary: string;
  readonly names: ReadonlyMap<string, string>;
};

/** The reply in words, with the names that were entered and what was not sent. */
function summarize(done: InvitedMany, entries: readonly Invitee[]): Done {
  const count = (wanted: string) => done.results.filter(({ outcome }) => outcome === wanted).length;
  const leftOut = (wanted: string) => entries.filter(({ state }) => state === wanted).length;
  const names = entries.flatMap(({ email, name }) =>
    email !== null && name !== '' ? [[email, name] as const] : [],
  );
  const summary = describeInvited({
    invited: count('invited'),
    reinvited: count('replaced'),
    members: count('member') + leftOut('member'),
    invalid: count('invalid') + leftOut('invalid'),
  });
  return { done, summary, names: new Map(names) };
}

function describeRefused(refused: readonly string[]): string | undefined {
  const [first] = refused;
  if (first === undefined) return undefined;
  if (refused.length > 1) return `These ${refused.length} are not valid email addresses`;
  return `“${first}” is not a valid email address`;
}

function validateInvitees(entries: readonly Invitee[]): string | undefined {
  if (entries.length === 0) return 'Enter an email address';
  const ready = entries.filter(({ state }) => state === 'ready').length;
  if (ready === 0) {
    return entries.some(({ state }) => state === 'member')
      ? 'No one to invite: everyone here is already a member'
      : 'None of these is a valid email address';
  }
  return ready > maxInvitees ? `At most ${maxInvitees} at once` : undefined;
}
