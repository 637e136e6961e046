import type { ReactNode } from 'react';
import { type Instant, toInstant } from '#kit/day.ts';
import type { MailFailure } from '#kit/mail.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { InvitationState } from '../../invitation.ts';
import type { ListedInvitation } from '../../invitation-contract.ts';

const states: Record<InvitationState, { tone: BadgeTone; label: string }> = {
  open: { tone: 'info', label: 'Pending' },
  accepted: { tone: 'owed', label: 'Accepted' },
  revoked: { tone: 'outline', label: 'Revoked' },
  expired: { tone: 'warn', label: 'Expired' },
};
const notDelivered = { tone: 'owes', label: 'Not delivered' } as const;

const mailFailureLabels: Record<MailFailure, string> = {
  refused: 'the mail server rejected it',
  'put-off': 'the mail server deferred it',
  unreachable: "the mail server can't be reached",
  'not-trusted': "the mail server offers no encryption, or its identity couldn't be verified",
  'sign-in': 'the mail server rejected our sign-in',
  'gave-up': 'it was not sent in time',
  'secret-changed': "the server's secret has changed",
};

export function InvitationRow({
  invitation,
  isResending,
  onResend,
  onRevoke,
}: {
  invitation: ListedInvitation;
  isResending: boolean;
  onResend: () => void;
  onRevoke: () => void;
}) {
  const { email, state, mail, link } = invitation;
  const who = email === '' ? 'a hidden address' : email;
  const { tone, label } = state === 'open' && mail === 'failed' ? notDelivered : states[state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-48 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate" title={email}>
            {who}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-xs text-third">
          <Dates invitation={invitation} />
        </p>
        <DeliveryStatus invitation={invitation} />
      </div>
      <div className="flex items-center gap-1.5">
        {link !== null && <CopyButton value={link} label={`Invitation link for ${who}`} />}
        {(state === 'open' || state === 'expired') && (
          <Button
            size="sm"
            aria-label={`Resend invitation to ${who}`}
            isBusy={isResending}
            busyLabel="Resending..."
            onClick={onResend}
          >
            Resend
          </Button>
        )}
        {state === 'open' && (
          <Button size="sm" aria-label={`Revoke invitation to ${who}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  );
}

function Dates({
  invitation: { role, state, createdAt, expiresAt },
}: {
  invitation: ListedInvitation;
}) {
  const { chapter } = useSession();
  const date = (at: Instant): ReactNode => <DateText at={at} zone={chapter.timeZone} />;
  return (
    <>
      <span className="capitalize">{role}</span>, invited {date(createdAt)}
      {state === 'open' && <>, valid until {date(expiresAt)}</>}
      {state === 'expired' &&
        (expiresAt > toInstant(Temporal.Now.instant()) ? (
          <>, expired because its sender is no longer an admin</>
        ) : (
          <>, expired {date(expiresAt)}</>
        ))}
    </>
  );
}

function DeliveryStatus({
  invitation: { state, mail, mailFailure, mailAt, link, invitedBy },
}: {
  invitation: ListedInvitation;
}) {
  const { chapter } = useSession();
  if (state !== 'open') return null;
  if (mail === 'none') return link === null ? <LinkOwner invitedBy={invitedBy} /> : null;
  if (mailAt === null) return null;
  const at = <DateText at={mailAt} zone={chapter.timeZone} format="dateTime" />;
  const reason = mailFailure === null ? undefined : mailFailureLabels[mailFailure];
  return (
    <p className={mail === 'failed' ? 'text-xs text-owes' : 'text-xs text-third'}>
      {mail === 'sent' && <>Emailed {at}</>}
      {mail === 'queued' && (reason ? `Email will be retried: ${reason}` : 'Email is on its way')}
      {mail === 'failed' && (
        <>
          Not delivered: {reason}.{' '}
          {link === null ? 'Resend it.' : 'Share the link yourself, or resend it.'}
        </>
      )}
    </p>
  );
}

/** Names the admin who has the link, if email is not set up. */
function LinkOwner({ invitedBy }: { invitedBy: string | null }) {
  return (
    <p className="text-xs text-third">
      {invitedBy ?? 'The server operator'} has the link. Resend it to get a new link you can share
      yourself.
    </p>
  );
}
