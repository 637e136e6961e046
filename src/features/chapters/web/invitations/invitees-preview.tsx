import { plural } from '#kit/counts.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Invitee } from '../../invitees.ts';

const labels = {
  invalid: { tone: 'owes', label: 'Invalid address' },
  repeated: { tone: 'warn', label: 'Duplicate' },
} as const;

/** A preview of the entered addresses: how many are valid, and problems with the others. */
export function InviteesPreview({ entries }: { entries: readonly Invitee[] }) {
  const invalid = entries.filter(({ state }) => state !== 'ready');
  // A single address is still being typed.
  if (entries.length < 2) return null;
  const count = entries.length - invalid.length;
  return (
    <section aria-label="Addresses found">
      <p aria-live="polite" className="text-second">
        {plural(count, 'address', 'addresses')} can be invited
        {invalid.length > 0 && `, ${invalid.length} can't`}
      </p>
      {invalid.length > 0 && (
        <ul className="mt-1.5 max-h-40 divide-y divide-soft overflow-y-auto">
          {invalid.map(({ text, state }, index) => (
            <li key={index} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate" title={text}>
                {text}
              </span>
              {state !== 'ready' && <Badge tone={labels[state].tone}>{labels[state].label}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
