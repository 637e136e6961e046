import Search from 'lucide-react/icons/search';
import type { KeyboardEvent, Ref } from 'react';
import { inputClass } from './input-class.ts';

/** The first row of a list to choose from: finds by letters. Enter never submits a form. */
export function FilterInput({
  label,
  placeholder = label,
  describedBy,
  value,
  onValueChange,
  onEnter,
  ref,
}: {
  label: string;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  value: string;
  onValueChange: (letters: string) => void;
  /** Not while a word is being composed. */
  onEnter?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!onEnter) return;
    onEnter();
    // Typing the next name replaces this one.
    event.currentTarget.select();
  };
  return (
    <div className="relative border-b border-line">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-third"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onValueChange(event.target.value)}
        // Typing the next name replaces the previous one.
        onFocus={(event) => event.target.select()}
        onKeyDown={enter}
        className={`${inputClass} rounded-none border-0 pl-9`}
      />
    </div>
  );
}
