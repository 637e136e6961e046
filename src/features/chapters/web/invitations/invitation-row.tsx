import type { ReactNode } from 'react';
import { type Instant } from '#kit/day.ts';
import type { MailFailure } from '#kit/mail.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { InvitationState } from '../../invitation.ts';
import type { ListedInvitation } from '../../invitation-contract.ts';

const states: Record<InvitationState, { tone: BadgeTone; label: string }> = {
  open: { tone: 'info', label: 'Open' },
  accepted: { tone: 'owed', label: 'Accepted' },
  revoked: { tone: 'outline', label: 'Revoked' },
  expired: { tone: 'warn', label: 'Expired' },
};
const notDelivered = { tone: 'owes', label: 'Not delivered' } as const;

const mailFailureWords: Record<MailFailure, string> = {
  refused: 'the mail server refused it',
  'put-off': 'the mail server put it off',
  unreachable: 'the mail server cannot be reached',
  'not-trusted': 'the mail server could not be trusted',
  'sign-in': 'the mail server did not let the hub in',
  'gave-up': 'it waited too long',
  'secret-changed': "the hub's secret has changed",
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
  const who = email === '' ? 'somebody who hides their address' : email;
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
        <MailLine invitation={invitation} />
      </div>
      <div className="flex items-center gap-1.5">
        {link !== null && <CopyButton value={link} label={`Invitation link of ${who}`} />}
        {(state === 'open' || state === 'expired') && (
          <Button
            size="sm"
            aria-label={`Resend the invitation of ${who}`}
            isBusy={isResending}
            busyLabel="Resending..."
            onClick={onResend}
          >
            Resend
          </Button>
        )}
        {state === 'open' && (
          <Button size="sm" aria-label={`Revoke the invitation of ${who}`} onClick={onRevoke}>
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
      {state === 'open' && <>, until {date(expiresAt)}</>}
      {state === 'expired' && <>, expired {date(expiresAt)}</>}
    </>
  );
}

function MailLine({
  invitation: { state, mail, mailFailure, mailAt, link, invitedBy },
}: {
  invitation: ListedInvitation;
}) {
  const { chapter } = useSession();
  if (state !== 'open') return null;
  if (mail === 'none') return link === null ? <ElsewhereLine invitedBy={invitedBy} /> : null;
  if (mailAt === null) return null;
  const at = <DateText at={mailAt} zone={chapter.timeZone} format="dateTime" />;
  const why = mailFailure === null ? undefined : mailFailureWords[mailFailure];
  return (
    <p className={mail === 'failed' ? 'text-xs text-owes' : 'text-xs text-third'}>
      {mail === 'sent' && <>Mailed {at}</>}
      {mail === 'queued' && (why ? `Mail is tried again: ${why}` : 'Mail is on its way')}
      {mail === 'failed' && (
        <>
          Not delivered: {why}. {link === null ? 'Resend it.' : 'Pass the link on, or resend it.'}
        </>
      )}
    </p>
  );
}

/** Where no mail carries it, the link is with whoever invited alone. */
function ElsewhereLine({ invitedBy }: { invitedBy: string | null }) {
  return (
    <p className="text-xs text-third">
      {invitedBy ?? 'Whoever runs the hub'} has the link. Resend it for a new one, to pass on
      yourself.
    </p>
  );
}
