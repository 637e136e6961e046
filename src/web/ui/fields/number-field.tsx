import { TextField, type TextFieldProps } from './text-field.tsx';

/** A whole number, typed; the caller reads the text. For money use MoneyField. */
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
