import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useDeferredValue } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
};

export type SelectGroup<Value extends string> = {
  label: string;
  options: readonly SelectOption<Value>[];
};

export type SelectProps<Value extends string> = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'value' | 'children' | 'multiple' | 'size'> & {
    options: readonly SelectOption<Value>[] | readonly SelectGroup<Value>[];
    /** null if nothing is chosen; omitted if a form library holds the value. */
    value?: Value | null | undefined;
    onValueChange?: ((value: Value) => void) | undefined;
    /** Shown while nothing is chosen; not an option itself. */
    placeholder?: string | undefined;
    /** 'field' for forms; 'toolbar' fits its text, for filters. */
    look?: 'field' | 'toolbar' | undefined;
  };

const mostAtOnce = 20;

/**
 * A native select, so that typing finds an option, phones show their picker and forms read its value.
 * Its list is styled where the browser supports it (`.select` in styles.css).
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
  // Most of a long list is there a moment later, before anyone can open it: a page has several of hundreds.
  const isWhole = useDeferredValue(true, value === undefined || options.length <= mostAtOnce);
  const shown = isWhole
    ? options
    : options.filter((each) => !('value' in each) || each.value === value);
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
            className={clsx(
              'select text-ellipsis pr-9',
              look === 'field' ? inputClass : toolbarClass,
            )}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {shown.map((entry) =>
              'options' in entry ? (
                <optgroup key={entry.label} label={entry.label}>
                  {entry.options.map(renderOption)}
                </optgroup>
              ) : (
                renderOption(entry)
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

function renderOption({ value, label }: SelectOption<string>) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

const toolbarClass = [
  'h-9 w-full min-w-0 rounded-control border border-control bg-surface pl-3.5 text-sm font-medium text-ink',
  'transition-colors duration-100 hover:bg-hover disabled:opacity-50',
  'pointer-coarse:h-11 pointer-coarse:text-base',
].join(' ');
