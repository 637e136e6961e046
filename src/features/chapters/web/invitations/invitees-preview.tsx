import { Badge } from '#web/ui/badge.tsx';
import { describeInvitees, type Invitee } from '../../invitees.ts';

const labels = {
  ready: { tone: 'owed', label: 'Ready' },
  member: { tone: 'outline', label: 'Already a member' },
  invalid: { tone: 'owes', label: 'Invalid address' },
  repeated: { tone: 'warn', label: 'Duplicate' },
} as const;

const again = { tone: 'info', label: 'Invited before' } as const;

/** A preview of the entered addresses: how many can be invited, and the state of each. */
export function InviteesPreview({
  entries,
  pendingEmails,
}: {
  entries: readonly Invitee[];
  /** Of open invitations, whose links stop working when these addresses are invited again. */
  pendingEmails: ReadonlySet<string>;
}) {
  const isPending = ({ state, email }: Invitee) =>
    state === 'ready' && email !== null && pendingEmails.has(email);
  const hasPending = entries.some(isPending);
  // A single address is still being typed, unless it is known.
  if (entries.length < 2 && !hasPending && entries[0]?.state !== 'member') return null;
  const problemsFirst = [
    ...entries.filter(({ state }) => state !== 'ready'),
    ...entries.filter(({ state }) => state === 'ready'),
  ];
  return (
    <section aria-label="Addresses found">
      <p aria-live="polite" className="text-second">
        {describeInvitees(entries)}
        {hasPending && '. Those invited before get a new link; the earlier one stops working'}
      </p>
      <ul
        aria-label="Addresses"
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-1.5 max-h-40 divide-y divide-soft overflow-y-auto"
      >
        {problemsFirst.map((entry, index) => {
          const { tone, label } = isPending(entry) ? again : labels[entry.state];
          return (
            <li key={index} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate" title={entry.text}>
                {entry.text}
              </span>
              <Badge tone={tone}>{label}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
