import { Combobox as Base } from '@base-ui/react/combobox';
import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { floatClass, itemClass } from './popup-class.ts';
import type { SelectOption } from './select.tsx';

/** One of a long list, found by typing any part of its name. */
export function Combobox<Value extends string>({
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
  onBlur,
  placeholder = 'Type to search',
  emptyText = 'Nothing matches',
  disabled,
  ref,
}: FieldProps & {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value | null) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  emptyText?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        <Base.Root
          items={options}
          value={chosen}
          onValueChange={(option) => onValueChange(option?.value ?? null)}
          isItemEqualToValue={(a, b) => a.value === b.value}
          disabled={disabled}
        >
          <div className="relative flex">
            <Base.Input
              {...control}
              ref={ref}
              onBlur={onBlur}
              placeholder={placeholder}
              className={clsx(inputClass, 'pr-9')}
            />
            <Base.Trigger
              aria-label={`${label}: show all`}
              tabIndex={-1}
              className="absolute inset-y-0 right-0 flex w-9 items-center justify-center text-third"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </Base.Trigger>
          </div>
          <Base.Portal>
            <Base.Positioner align="start" sideOffset={6} className="outline-none">
              <Base.Popup
                aria-label={label}
                className={clsx(floatClass, 'w-(--anchor-width) max-w-(--available-width)')}
              >
                <Base.Empty>
                  <div className="px-3.5 py-2.5 text-third">{emptyText}</div>
                </Base.Empty>
                <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
                  {(option: SelectOption<Value>) => (
                    <Base.Item
                      key={option.value}
                      value={option}
                      disabled={option.disabled}
                      className={itemClass}
                    >
                      <span className="min-w-0 flex-1">
                        <span className="block">{option.label}</span>
                        {option.detail && (
                          <span className="block text-xs text-third">{option.detail}</span>
                        )}
                      </span>
                      <Base.ItemIndicator>
                        <Check aria-hidden="true" className="size-4 text-primary-ink" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
