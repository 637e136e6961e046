import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { limitCharacters } from './limit-characters.ts';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'prefix'> & {
    /** Inside the field before the text, such as a currency symbol. */
    prefix?: ReactNode;
    /** Inside the field after the text, such as a button or a unit. */
    suffix?: ReactNode;
    inputClassName?: string | undefined;
  };

/** One line of text. Takes every attribute of an input, including a form library's registration. */
export function TextField({
  label,
  isLabelHidden,
  help,
  error,
  required,
  aside,
  className,
  prefix,
  suffix,
  inputClassName,
  id,
  type = 'text',
  maxLength,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        <div className="relative flex">
          {prefix && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-third"
            >
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            {...limitCharacters(maxLength, onChange)}
            type={type}
            className={clsx(inputClass, prefix && 'pl-7', suffix && 'pr-10', inputClassName)}
          />
          {suffix && <span className="absolute inset-y-0 right-1 flex items-center">{suffix}</span>}
        </div>
      )}
    </Field>
  );
}
