import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { TextButton } from '../actions/text-link.tsx';
import { FieldNotes } from './field.tsx';
import { inputClass } from './input-class.ts';

export type ChecklistOption<Value extends string = string> = {
  id: Value;
  label: string;
  /** Before the label: an avatar. */
  start?: ReactNode;
  /** At the right end: a share, a badge. */
  end?: ReactNode;
};

/**
 * Many of a long list: a filter, a scrolling list of checkboxes (16rem) and the count chosen. Who
 * was chosen when the list was last narrowed or widened stands first: nothing moves under a press.
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
  /** As in 'Nobody matches "x"'. */
  noMatch?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
}) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const chosen = new Set(selected);
  const [first, setFirst] = useState<ReadonlySet<string>>(chosen);
  const matching = options.filter((option) => matches(option.label, filter));
  const shown = [
    ...matching.filter(({ id }) => first.has(id)),
    ...matching.filter(({ id }) => !first.has(id)),
  ];
  const areAllShownChosen = shown.length > 0 && shown.every((option) => chosen.has(option.id));

  const toggle = (optionId: Value, isOn: boolean) =>
    onSelectedChange(
      isOn ? [...selected, optionId] : selected.filter((candidate) => candidate !== optionId),
    );
  const toggleShown = () => {
    const ids = shown.map((option) => option.id);
    onSelectedChange(
      areAllShownChosen
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
        <div className="relative border-b border-line">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-third"
          />
          <input
            type="search"
            aria-label={filterPlaceholder}
            placeholder={filterPlaceholder}
            value={filter}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setFilter(event.target.value);
              setFirst(chosen);
            }}
            // The next name takes the place of the one before.
            onFocus={(event) => event.target.select()}
            onKeyDown={keepEnterFromSubmitting}
            className={`${inputClass} rounded-none border-0 pl-9`}
          />
        </div>
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
              {areAllShownChosen ? 'Clear' : 'Select All'}
            </TextButton>
          )}
        </div>
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  );
}

function matches(label: string, filter: string): boolean {
  return plain(label).includes(plain(filter.trim()));
}

/** 'Zoë' is found by 'zoe'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function keepEnterFromSubmitting(event: React.KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
