import { type ReactNode, useId, useState } from 'react';
import { TextButton } from '../actions/text-link.tsx';
import { FieldNotes } from './field.tsx';
import { matchesWords } from './match-options.ts';
import { FilterInput } from './search-field.tsx';

export type ChecklistOption<Value extends string = string> = {
  id: Value;
  label: string;
  /** Shown before the label, such as an avatar. */
  start?: ReactNode;
  /** Shown at the right end, such as a share or a badge. */
  end?: ReactNode;
};

/**
 * Chooses several of many options: a filter, a scrolling list of checkboxes (16rem) and the count.
 * Options that were chosen when the filter last changed come first, so that nothing moves under a press.
 */
export function Checklist<Value extends string>({
  label,
  options,
  selected,
  onSelectedChange,
  filterPlaceholder = 'Filter by name',
  noMatch = 'No one',
  help,
  error,
  required = false,
}: {
  label: string;
  options: readonly ChecklistOption<Value>[];
  selected: readonly Value[];
  onSelectedChange: (ids: Value[]) => void;
  filterPlaceholder?: string | undefined;
  /** 'No one' as in 'No one matches "x"'. */
  noMatch?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
}) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const chosen = new Set(selected);
  const [pinned, setPinned] = useState<ReadonlySet<string>>(chosen);
  const matching = options.filter(({ label }) => matchesWords(label, filter));
  const shown = [
    ...matching.filter(({ id }) => pinned.has(id)),
    ...matching.filter(({ id }) => !pinned.has(id)),
  ];
  const areAllShownSelected = shown.length > 0 && shown.every((option) => chosen.has(option.id));

  const toggle = (optionId: Value, isOn: boolean) =>
    onSelectedChange(
      isOn ? [...selected, optionId] : selected.filter((candidate) => candidate !== optionId),
    );
  const toggleShown = () => {
    const ids = shown.map((option) => option.id);
    onSelectedChange(
      areAllShownSelected
        ? selected.filter((candidate) => !ids.includes(candidate))
        : [...new Set([...selected, ...ids])],
    );
  };

  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-medium text-ink">
        {label}
        {required && ' *'}
      </legend>
      <div className="overflow-hidden rounded-control border border-control bg-surface has-[:user-invalid]:border-owes">
        <FilterInput
          label={filterPlaceholder}
          value={filter}
          onValueChange={(letters) => {
            setFilter(letters);
            setPinned(chosen);
          }}
        />
        <ul className="max-h-64 overflow-y-auto overscroll-contain py-1">
          {shown.map((option) => (
            <li key={option.id}>
              <label className="flex min-h-9 items-center gap-2.5 px-3 hover:bg-hover has-focus-visible:bg-hover pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="choice"
                  checked={chosen.has(option.id)}
                  onChange={(event) => toggle(option.id, event.target.checked)}
                />
                {option.start}
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.end}
              </label>
            </li>
          ))}
          {shown.length === 0 && (
            <li className="px-3 py-2 text-third">
              {noMatch} matches "{filter}"
            </li>
          )}
        </ul>
        <div className="flex min-h-9 items-center justify-between gap-3 border-t border-line px-3 text-xs text-third">
          <span role="status" className="tabular">
            {selected.length} selected
          </span>
          {shown.length > 0 && (
            <TextButton onClick={toggleShown} className="font-medium">
              {areAllShownSelected ? 'Clear' : 'Select All'}
            </TextButton>
          )}
        </div>
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  );
}
