import { Combobox as Base } from '@base-ui/react/combobox';
import X from 'lucide-react/icons/x';
import type { ReactNode, Ref } from 'react';
import { ComboboxList, type ComboboxOption } from './combobox-list.tsx';
import { Field, type FieldProps } from './field.tsx';
import { findMatches } from './match-options.ts';
import { useTypedText } from './use-typed-text.ts';

/**
 * Chooses several of many options, which stay visible as chips. Typing finds the others, Enter adds
 * the highlighted one and Backspace removes the last.
 */
export function ChipsField<Value extends string>({
  options,
  selected,
  onSelectedChange,
  onBlur,
  placeholder,
  noMatch = 'No match',
  actions,
  ref,
  ...field
}: FieldProps & {
  options: readonly ComboboxOption<Value>[];
  selected: readonly Value[];
  onSelectedChange: (values: Value[]) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  noMatch?: string | undefined;
  /** Buttons below that choose several at once. */
  actions?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const byValue = new Map(options.map((option) => [option.value, option]));
  const optionOf = (value: Value) => byValue.get(value) ?? { value, label: 'Unknown' };
  const labelOf = (value: Value) => optionOf(value).label;
  const chosen = new Set(selected);
  const others = options.filter(({ value }) => !chosen.has(value));
  const typed = useTypedText(
    options,
    (value) => chosen.has(value) || onSelectedChange([...selected, value]),
    onBlur,
  );
  return (
    <Field {...field} error={typed.problem ?? field.error}>
      {(control) => (
        <>
          <Base.Root<Value, true>
            multiple
            items={findMatches(others, typed.text).map(({ value }) => value)}
            itemToStringLabel={labelOf}
            filter={null}
            value={[...selected]}
            onValueChange={(values) => {
              // One that is removed leaves what is typed.
              if (values.length > selected.length) typed.clear();
              onSelectedChange(values);
            }}
            inputValue={typed.text}
            onInputValueChange={typed.onInputValueChange}
            onOpenChange={(isOpen, details) => {
              // Several are pressed one after another; with the keyboard, each is typed.
              const isPointer = 'pointerType' in details.event && details.event.pointerType !== '';
              if (!isOpen && details.reason === 'item-press' && isPointer) details.cancel();
            }}
            autoHighlight
          >
            <Base.InputGroup className="relative flex max-h-44 overflow-x-hidden overflow-y-auto rounded-control border border-control bg-surface p-1 transition-[border-color] duration-100 hover:border-third has-[input:focus-visible]:border-primary has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-aria-invalid:border-owes">
              <Base.Chips aria-label={field.label} className="flex min-w-0 flex-1 flex-wrap gap-1">
                {selected.map((value) => (
                  <Base.Chip
                    key={value}
                    aria-label={labelOf(value)}
                    className="flex h-7 max-w-full items-center gap-1.5 rounded-full bg-hover pr-1 pl-1 text-xs font-medium outline-none focus-within:outline-2 focus-within:outline-primary pointer-coarse:h-8"
                  >
                    {optionOf(value).start}
                    <span className="truncate">{labelOf(value)}</span>
                    <Base.ChipRemove
                      aria-label={`Remove ${labelOf(value)}`}
                      className="touch-target relative flex size-5 items-center justify-center rounded-full text-third hover:text-ink"
                    >
                      <X aria-hidden="true" className="size-3.5" />
                    </Base.ChipRemove>
                  </Base.Chip>
                ))}
                <Base.Input
                  {...control}
                  {...typed.inputProps}
                  ref={ref}
                  placeholder={placeholder}
                  spellCheck={false}
                  className="h-7 min-w-32 flex-1 bg-transparent px-2 text-sm outline-none pointer-coarse:h-9 pointer-coarse:text-base"
                />
              </Base.Chips>
            </Base.InputGroup>
            <ComboboxList optionOf={optionOf} noMatch={noMatch} />
          </Base.Root>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-third">
            <span role="status" className="tabular">
              {selected.length} selected
            </span>
            {actions}
          </div>
        </>
      )}
    </Field>
  );
}
