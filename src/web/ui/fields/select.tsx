import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
  disabled?: boolean | undefined;
};

export type SelectGroup<Value extends string> = {
  label: string;
  options: readonly SelectOption<Value>[];
};

export type SelectProps<Value extends string> = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'value' | 'children' | 'multiple' | 'size'> & {
    options: readonly SelectOption<Value>[] | readonly SelectGroup<Value>[];
    /** null while nothing is chosen; left out when a form library holds the value. */
    value?: Value | null | undefined;
    onValueChange?: ((value: Value) => void) | undefined;
    /** What stands there while nothing is chosen; cannot be chosen itself. */
    placeholder?: string | undefined;
    /** 'field' in a form; 'toolbar' is as wide as its words, for a filter. */
    look?: 'field' | 'toolbar' | undefined;
  };

/**
 * One of a list: the browser's own select, so typing finds an entry, a phone shows its wheel and a
 * form sees it. Where the browser can, its list wears our look (`.select` in styles.css).
 */
export function Select<Value extends string>({
  label,
  isLabelHidden,
  help,
  error,
  required,
  aside,
  className,
  id,
  options,
  value,
  onValueChange,
  onChange,
  onKeyDown,
  placeholder,
  look = 'field',
  ...select
}: SelectProps<Value>) {
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        <div className={clsx('relative flex', look === 'toolbar' && 'max-w-64')}>
          <select
            {...select}
            {...control}
            {...(value !== undefined && { value: value ?? '' })}
            onChange={(event) => {
              onChange?.(event);
              onValueChange?.(event.target.value as Value);
            }}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              // Escape closes the open list, not the dialog around it.
              if (event.key === 'Escape' && isListOpen(event.currentTarget))
                event.stopPropagation();
            }}
            className={clsx('select pr-9', look === 'field' ? inputClass : toolbarClass)}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((entry) =>
              'options' in entry ? (
                <optgroup key={entry.label} label={entry.label}>
                  {entry.options.map(toOption)}
                </optgroup>
              ) : (
                toOption(entry)
              ),
            )}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-third"
          />
        </div>
      )}
    </Field>
  );
}

function isListOpen(select: HTMLSelectElement): boolean {
  return CSS.supports('selector(:open)') && select.matches(':open');
}

function toOption({ value, label, disabled }: SelectOption<string>) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

const toolbarClass = [
  'h-9 w-full min-w-0 rounded-control border border-line bg-surface pl-3.5 text-sm font-medium text-ink',
  'transition-colors duration-100 hover:bg-hover disabled:opacity-50',
  'pointer-coarse:h-11 pointer-coarse:text-base',
].join(' ');
