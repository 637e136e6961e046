import { plural } from '#kit/words.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Invitee } from '../../invitees.ts';

const words = {
  invalid: { tone: 'owes', label: 'Invalid address' },
  repeated: { tone: 'warn', label: 'Duplicate' },
} as const;

/** What was read in the box, before anything is sent: how many, and what is wrong with the rest. */
export function InviteesPreview({ entries }: { entries: readonly Invitee[] }) {
  const wrong = entries.filter(({ state }) => state !== 'ready');
  // A single one is still being typed.
  if (entries.length < 2) return null;
  const count = entries.length - wrong.length;
  return (
    <section aria-label="Addresses found">
      <p aria-live="polite" className="text-second">
        {plural(count, 'address', 'addresses')} can be invited
        {wrong.length > 0 && `, ${wrong.length} can't`}
      </p>
      {wrong.length > 0 && (
        <ul className="mt-1.5 max-h-40 divide-y divide-soft overflow-y-auto">
          {wrong.map(({ text, state }, index) => (
            <li key={index} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate" title={text}>
                {text}
              </span>
              {state !== 'ready' && <Badge tone={words[state].tone}>{words[state].label}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
