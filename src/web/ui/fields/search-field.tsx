import clsx from 'clsx';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { inputClass } from './input-class.ts';

/** A search box with a clear button; the caller debounces. The placeholder is also its name. */
export function SearchField({
  value,
  onValueChange,
  placeholder,
  label = placeholder,
  className,
}: {
  value: string;
  onValueChange: (value: string) => void;
  placeholder: string;
  label?: string | undefined;
  className?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  return (
    <div className={clsx('relative print:hidden', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-third"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onValueChange(event.target.value)}
        className={clsx(inputClass, 'px-9')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear Search"
          onClick={clear}
          className="touch-target absolute inset-y-0 right-1.5 my-auto flex size-7 items-center justify-center rounded-badge text-third hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

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
        // Within the corners of the list.
        className={`${inputClass} rounded-t-[8px] rounded-b-none border-0 pl-9`}
      />
    </div>
  );
}
