import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { ChapterPolicy } from '#kit/role.ts';
import { Choice } from '#web/ui/fields/checkbox.tsx';

/** The careful one first. */
const policies: { value: ChapterPolicy; label: string; rules: string[] }[] = [
  {
    value: 'treasurer',
    label: "Restricted: treasurers handle others' money",
    rules: [
      'Members log what they paid, and edit or delete what they logged.',
      'Treasurers and admins edit, settle, and delete every expense.',
      "Only treasurers and admins change other members' wallets, and add credits.",
    ],
  },
  {
    value: 'open',
    label: 'Open: everyone handles all money',
    rules: [
      'Every member edits, settles, and deletes every expense.',
      "Every member changes everyone's wallets.",
      "Settling can't be undone.",
    ],
  },
];

/** The chapter's policy as two cards that say who may do what. */
export function PolicyField({ register }: { register: UseFormRegisterReturn }) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-ink">Who can change money *</legend>
      <div className="grid grid-cols-1 gap-3">
        {policies.map(({ value, label, rules }) => (
          <div
            key={value}
            className="rounded-card border border-line p-3 has-checked:border-primary"
          >
            <Choice
              {...register}
              type="radio"
              value={value}
              label={label}
              aria-describedby={`${id}-${value}`}
            />
            <ul
              id={`${id}-${value}`}
              className="mt-1 ml-7 list-disc space-y-0.5 pl-4 text-xs text-third"
            >
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-2 text-xs text-third">
        Only admins invite members and change settings, whichever you choose.
      </p>
    </fieldset>
  );
}
