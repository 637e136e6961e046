import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type ReactNode, useId } from 'react';

/** The props of every field. */
export type FieldProps = {
  label: string;
  /** Keeps the label only for assistive technology, for a filter beside its list. */
  isLabelHidden?: boolean | undefined;
  /** One sentence below the field, always visible. */
  help?: ReactNode;
  /** Shown below the help. */
  error?: string | undefined;
  /** Adds ' *' to the label and `aria-required`. */
  required?: boolean | undefined;
  /** Shown at the right of the label, such as a count. */
  aside?: ReactNode;
  className?: string | undefined;
};

/** Props that connect a control to its label, help and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** The layout of a field: label above, control, help and error below. */
export function Field({
  label,
  isLabelHidden = false,
  help,
  error,
  required = false,
  aside,
  className,
  id: givenId,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const noteIds = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <div
        className={clsx('flex items-baseline justify-between gap-3', isLabelHidden && 'sr-only')}
      >
        <label htmlFor={id} className="font-medium text-ink">
          {label}
          {required && ' *'}
        </label>
        {aside && <span className="text-xs text-third">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': noteIds.length > 0 ? noteIds.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

/** Help and error below a field or a group of choices. */
export function FieldNotes({
  id,
  help,
  error,
}: {
  id: string;
  help?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <>
      {help && (
        <p id={`${id}-help`} className="text-xs text-third">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs font-medium text-owes">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {/* May say what was typed. */}
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </>
  );
}
