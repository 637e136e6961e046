import { Combobox as Base } from '@base-ui/react/combobox';
import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Ref } from 'react';
import { ComboboxList, type ComboboxOption } from './combobox-list.tsx';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { findMatches } from './match-options.ts';
import { useTypedText } from './use-typed-text.ts';

/** Chooses one of many options by typing the start of its words. */
export function Combobox<Value extends string>({
  options,
  value,
  onValueChange,
  onBlur,
  placeholder,
  noMatch = 'No match',
  autoFocus,
  ref,
  ...field
}: FieldProps & {
  options: readonly ComboboxOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  noMatch?: string | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const byValue = new Map(options.map((option) => [option.value, option]));
  const optionOf = (each: Value) => byValue.get(each) ?? { value: each, label: '' };
  const labelOf = (each: Value) => optionOf(each).label;
  const typed = useTypedText(options, onValueChange, onBlur);
  return (
    <Field {...field} error={typed.problem ?? field.error}>
      {(control) => (
        <Base.Root<Value>
          items={findMatches(options, typed.text).map((option) => option.value)}
          itemToStringLabel={labelOf}
          filter={null}
          value={value}
          onValueChange={(chosen) => {
            if (chosen === null) return;
            typed.clear();
            onValueChange(chosen);
          }}
          inputValue={typed.shown ?? (value === null ? '' : labelOf(value))}
          onInputValueChange={typed.onInputValueChange}
          autoHighlight
        >
          <Base.InputGroup className="relative flex">
            <Base.Input
              {...control}
              {...typed.inputProps}
              ref={ref}
              placeholder={placeholder}
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={autoFocus}
              // The next name replaces the one shown.
              onFocus={(event) => event.currentTarget.select()}
              spellCheck={false}
              className={clsx(inputClass, 'pr-9 text-ellipsis')}
            />
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-third"
            />
          </Base.InputGroup>
          <ComboboxList optionOf={optionOf} noMatch={noMatch} />
        </Base.Root>
      )}
    </Field>
  );
}
