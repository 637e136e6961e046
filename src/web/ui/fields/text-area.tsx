import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { limitCharacters } from './limit-characters.ts';

export type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>;

/** Several lines of text; grows with its content where the browser supports it. */
export function TextArea({
  label,
  isLabelHidden,
  help,
  error,
  required,
  aside,
  className,
  id,
  rows = 3,
  maxLength,
  onChange,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          {...limitCharacters(maxLength, onChange)}
          rows={rows}
          className={clsx(
            inputClass,
            'field-sizing-content h-auto max-h-60 min-h-20 py-2 pointer-coarse:h-auto',
          )}
        />
      )}
    </Field>
  );
}
