import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { SentInvitation } from '../../invitation-contract.ts';

/** Reports a sent invitation, or shows its link once if email is not set up. */
export function InvitationLink({ sent: { invitation, link } }: { sent: SentInvitation }) {
  if (link === null) {
    return <Notice>The invitation is on its way to {invitation.email}.</Notice>;
  }
  return (
    <Notice>
      <p>Email isn't set up. Send this link to {invitation.email}; it won't be shown again.</p>
      <p className="mt-1.5 flex items-center gap-1">
        <code className="min-w-0 flex-1 text-xs wrap-anywhere select-all">{link}</code>
        <CopyButton value={link} label="Invitation link" />
      </p>
    </Notice>
  );
}
