import { plural } from '#kit/counts.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Invitee } from '../../invitees.ts';

const labels = {
  ready: { tone: 'owed', label: 'Ready' },
  member: { tone: 'outline', label: 'Already a member' },
  invalid: { tone: 'owes', label: 'Invalid address' },
  repeated: { tone: 'warn', label: 'Duplicate' },
} as const;

/** A preview of the entered addresses: how many can be invited, and the state of each. */
export function InviteesPreview({ entries }: { entries: readonly Invitee[] }) {
  // A single address is still being typed, unless it is a member's.
  if (entries.length < 2 && entries[0]?.state !== 'member') return null;
  const count = entries.filter(({ state }) => state === 'ready').length;
  const others = entries.length - count;
  const problemsFirst = [
    ...entries.filter(({ state }) => state !== 'ready'),
    ...entries.filter(({ state }) => state === 'ready'),
  ];
  return (
    <section aria-label="Addresses found">
      <p aria-live="polite" className="text-second">
        {plural(count, 'address', 'addresses')} can be invited
        {others > 0 && `, ${others} can't`}
      </p>
      <ul
        aria-label="Addresses"
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-1.5 max-h-40 divide-y divide-soft overflow-y-auto"
      >
        {problemsFirst.map(({ text, state }, index) => (
          <li key={index} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 truncate" title={text}>
              {text}
            </span>
            <Badge tone={labels[state].tone}>{labels[state].label}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
