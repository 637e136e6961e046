import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { formatCsv } from '#kit/csv.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { InvitedMany, InviteOutcome, ListedInvitation } from '../../invitation-contract.ts';
import { invitationsQuery } from './invitation-queries.ts';

const labels: Record<InviteOutcome, { tone: BadgeTone; label: string }> = {
  invited: { tone: 'owed', label: 'Invited' },
  replaced: { tone: 'owed', label: 'Re-invited' },
  member: { tone: 'outline', label: 'Already a member' },
  repeated: { tone: 'outline', label: 'Duplicate' },
  invalid: { tone: 'owes', label: 'Invalid address' },
};

/** The outcome for each address, with links if email is not set up. */
export function InviteResults({
  done,
  summary,
  names,
}: {
  done: InvitedMany;
  /** '2 invited, 1 needs fixing'. */
  summary: string;
  /** As they were typed before the addresses, by address. */
  names: ReadonlyMap<string, string>;
}) {
  const { data = [] } = useQuery(invitationsQuery);
  const invitations = new Map(data.map((each) => [each.id, each]));
  const rows = done.results.map((result) => ({
    ...result,
    invitation: result.invitationId === null ? undefined : invitations.get(result.invitationId),
  }));
  const linked = rows.flatMap(({ invitation }) => (invitation?.link ? [invitation] : []));
  return (
    <section aria-label="Invited" className="rounded-control border border-line p-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <div role="status" className="min-w-48 flex-1">
          <p className="tabular font-medium">{summary}</p>
          {rows.some(({ invitationId }) => invitationId !== null) && (
            <p className="text-second">
              {done.mail === 'queued'
                ? 'The emails are on their way.'
                : "Email isn't set up. Send each link to its recipient."}
            </p>
          )}
          {linked.some(({ link }) => isLocal(link)) && (
            <p className="text-warn">
              These links open on this computer only. Whoever runs this server can set its public
              address (PUBLIC_URL); then send new links.
            </p>
          )}
          {rows.some(({ outcome }) => outcome === 'replaced') && (
            <p className="text-second">Links sent earlier to those re-invited no longer work.</p>
          )}
        </div>
        {linked.length > 1 && <AllLinks linked={linked} />}
      </div>
      <ul className="mt-2 max-h-72 divide-y divide-soft overflow-y-auto">
        {rows.map(({ email, outcome, invitation }) => (
          <li key={`${email} ${outcome}`} className="py-2">
            <p className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate" title={email}>
                {names.has(email) && <span className="block truncate">{names.get(email)}</span>}
                <span className={names.has(email) ? 'text-xs text-third' : undefined}>{email}</span>
              </span>
              <Badge tone={labels[outcome].tone}>{labels[outcome].label}</Badge>
            </p>
            {invitation?.link && (
              <p className="mt-1 flex items-center gap-1">
                <code className="min-w-0 flex-1 text-xs wrap-anywhere select-all">
                  {invitation.link}
                </code>
                <CopyButton value={invitation.link} label={`Link for ${email}`} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllLinks({ linked }: { linked: readonly ListedInvitation[] }) {
  const lines = linked.map(({ email, link }) => `${email} ${link ?? ''}`);
  const download = () => {
    const head = ['Email', 'Role', 'Expires', 'Link'];
    const rows = linked.map(({ email, role, expiresAt, link }) => [
      email,
      role,
      expiresAt,
      link ?? '',
    ]);
    saveFile('invitations.csv', formatCsv([head, ...rows]), 'text/csv');
  };
  return (
    <>
      <CopyButton value={lines.join('\n')} label="All links" />
      <Button size="sm" icon={<Download aria-hidden="true" />} onClick={download}>
        Download CSV
      </Button>
    </>
  );
}

/** Whether a link leads to the computer on which it is opened. */
const isLocal = (link: string | null): boolean =>
  link !== null && /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);
