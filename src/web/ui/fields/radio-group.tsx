import { type ReactNode, useId } from 'react';
import { Choice } from './checkbox.tsx';
import { FieldNotes } from './field.tsx';

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
};

/** Chooses one of a few visible options, with native radio buttons. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  help,
  disabled,
}: {
  label: string;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  help?: ReactNode;
  disabled?: boolean | undefined;
}) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-ink">{label}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          name={id}
          value={option.value}
          label={option.label}
          description={option.description}
          checked={option.value === value}
          onCheckedChange={() => onValueChange(option.value)}
        />
      ))}
      <FieldNotes id={id} help={help} />
    </fieldset>
  );
}
