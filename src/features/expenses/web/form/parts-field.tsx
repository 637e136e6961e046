import clsx from 'clsx';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { maxLabelLength } from '../../expense.ts';
import { type Person, shortNames } from '../people.ts';
import type { PartInput } from './shares-input.ts';

/** Parts of the amount that not everyone shares, such as wine. */
export function PartsField({
  people,
  parts,
  onPartsChange,
}: {
  people: readonly Person[];
  parts: readonly PartInput[];
  onPartsChange: (parts: PartInput[]) => void;
}) {
  // Only a part added here takes the focus, not those of a form that opens with parts.
  const [added, setAdded] = useState(-1);
  return (
    <>
      {parts.map((part, index) => (
        <PartFields
          key={index}
          people={people}
          part={part}
          hasFocus={index === added}
          onPartChange={(changed) => onPartsChange(parts.with(index, changed))}
          onRemove={() => onPartsChange(parts.filter((_, place) => place !== index))}
        />
      ))}
      <TextButton
        className="flex items-center gap-1.5 self-start text-xs font-medium"
        onClick={() => {
          setAdded(parts.length);
          onPartsChange([...parts, { label: '', amount: '', without: [] }]);
        }}
      >
        <Plus aria-hidden="true" className="size-3.5" />
        Add a Part Not Everyone Shares
      </TextButton>
    </>
  );
}

function PartFields({
  people,
  part,
  hasFocus,
  onPartChange,
  onRemove,
}: {
  people: readonly Person[];
  part: PartInput;
  hasFocus: boolean;
  onPartChange: (part: PartInput) => void;
  onRemove: () => void;
}) {
  const names = shortNames(people);
  const name = part.label.trim() || 'this part';
  return (
    <div data-part="" className="flex flex-col gap-2.5 rounded-control border border-line p-3">
      <div className="flex items-end gap-2">
        <TextField
          label="Part"
          placeholder="Wine"
          maxLength={maxLabelLength}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={hasFocus}
          value={part.label}
          onChange={(event) => onPartChange({ ...part, label: event.target.value })}
          className="flex-1"
        />
        <MoneyField
          label="Part Amount"
          value={part.amount}
          onChange={(event) => onPartChange({ ...part, amount: event.target.value })}
          className="w-32"
        />
        <IconButton label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-xs text-third">
          Shared by {people.filter(({ id }) => !part.without.includes(id)).length} of{' '}
          {people.length}. Tap anyone who did not share it.
        </legend>
        {people.map(({ id }) => {
          const isIn = !part.without.includes(id);
          const without = isIn ? [...part.without, id] : part.without.filter((each) => each !== id);
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isIn}
              onClick={() => onPartChange({ ...part, without })}
              className={clsx(
                'h-7 rounded-full px-2.5 text-xs font-medium pointer-coarse:h-10',
                isIn ? 'bg-primary-tint text-primary-ink' : 'bg-hover text-third line-through',
              )}
            >
              {names.get(id)}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
