import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { Choice } from './checkbox.tsx';
import { FieldNotes } from './field.tsx';

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
};

/** Chooses one of a few visible options, with native radio buttons. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  help,
  error,
  required = false,
  disabled,
  className,
}: {
  label: string;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className={clsx('flex min-w-0 flex-col gap-2', className)}>
      <legend className="mb-2 font-medium text-ink">
        {label}
        {required && ' *'}
      </legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          name={id}
          value={option.value}
          label={option.label}
          description={option.description}
          disabled={option.disabled}
          checked={option.value === value}
          onCheckedChange={() => onValueChange(option.value)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      ))}
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  );
}
