import { TextField, type TextFieldProps } from './text-field.tsx';

/** A whole number as text, which the caller parses. Use MoneyField for amounts. */
export function NumberField(props: Omit<TextFieldProps, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...props}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      inputClassName="tabular"
    />
  );
}
