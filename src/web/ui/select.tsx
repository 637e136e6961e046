import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { floatClass, itemClass } from './popup-class.ts';

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
  /** A second, quieter line in the list. */
  detail?: ReactNode;
  disabled?: boolean | undefined;
};

export type SelectGroup<Value extends string> = {
  label: string;
  options: readonly SelectOption<Value>[];
};

export type SelectProps<Value extends string> = FieldProps & {
  options: readonly SelectOption<Value>[] | readonly SelectGroup<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** 'field' in a form; 'toolbar' is as wide as its words, for a filter. */
  look?: 'field' | 'toolbar' | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** The trigger, so that a form can focus the first field at fault. */
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** One of a list. Typing finds an entry, long lists scroll, the value is always a string. */
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
  onBlur,
  placeholder = 'Choose',
  look = 'field',
  name,
  disabled,
  ref,
}: SelectProps<Value>) {
  const groups: readonly SelectGroup<Value>[] = isGrouped(options)
    ? options
    : [{ label: '', options }];
  const labels = Object.fromEntries(
    groups.flatMap((group) => group.options.map((option) => [option.value, option.label])),
  );
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        // The policy allows no style elements; nothing here needs the library's.
        <CSPProvider disableStyleElements>
          <Base.Root
            items={labels}
            value={value}
            onValueChange={(next) => {
              if (next !== null) onValueChange(next);
            }}
            name={name}
            disabled={disabled}
            modal={false}
          >
            <Base.Trigger
              {...control}
              ref={ref}
              onBlur={onBlur}
              className={clsx(
                look === 'field' ? inputClass : toolbarClass,
                'flex items-center justify-between gap-2 text-left data-placeholder:text-third',
              )}
            >
              <Base.Value placeholder={placeholder} className="min-w-0 truncate" />
              <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-third" />
            </Base.Trigger>
            <Base.Portal>
              <Base.Positioner
                alignItemWithTrigger={false}
                align={look === 'field' ? 'start' : 'end'}
                sideOffset={6}
                className="outline-none"
              >
                <Base.Popup
                  className={clsx(
                    floatClass,
                    'max-w-[min(24rem,var(--available-width))] min-w-(--anchor-width)',
                  )}
                >
                  <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none">
                    {groups.map((group) =>
                      group.label === '' ? (
                        group.options.map((option) => <Option key={option.value} {...option} />)
                      ) : (
                        <Base.Group key={group.label}>
                          <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs text-third">
                            {group.label}
                          </Base.GroupLabel>
                          {group.options.map((option) => (
                            <Option key={option.value} {...option} />
                          ))}
                        </Base.Group>
                      ),
                    )}
                  </Base.List>
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}

function Option({ value, label, detail, disabled }: SelectOption<string>) {
  return (
    <Base.Item value={value} label={label} disabled={disabled} className={itemClass}>
      <span className="min-w-0 flex-1">
        <Base.ItemText className="block">{label}</Base.ItemText>
        {detail && <span className="block text-xs text-third">{detail}</span>}
      </span>
      <Base.ItemIndicator>
        <Check aria-hidden="true" className="size-4 text-primary-ink" />
      </Base.ItemIndicator>
    </Base.Item>
  );
}

const toolbarClass =
  'h-9 max-w-64 rounded-control border border-line bg-surface px-3.5 text-sm font-medium text-ink transition-colors duration-100 hover:bg-hover pointer-coarse:h-11 disabled:opacity-50';

function isGrouped<Value extends string>(
  options: readonly SelectOption<Value>[] | readonly SelectGroup<Value>[],
): options is readonly SelectGroup<Value>[] {
  return options[0] !== undefined && 'options' in options[0];
}
