import { TextField, type TextFieldProps } from './text-field.tsx';

/** A time of day, `HH:mm`, in the browser's time input. */
export function TimeField({
  onValueChange,
  onChange,
  ...field
}: Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'> & {
  onValueChange?: ((time: string) => void) | undefined;
}) {
  return (
    <TextField
      {...field}
      type="time"
      inputClassName="tabular"
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
    />
  );
}
