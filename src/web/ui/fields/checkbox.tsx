import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  description?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
};

/** A native checkbox with its label to the right and an optional description below. */
export function Checkbox(props: CheckboxProps) {
  return <Choice {...props} type="checkbox" />;
}

/** A setting that is on or off: a native checkbox with the role 'switch'. */
export function Switch(props: CheckboxProps) {
  return <Choice {...props} type="checkbox" role="switch" />;
}

/** The row shared by checkbox, switch and radio button: control, label, description. */
export function Choice({
  label,
  description,
  onCheckedChange,
  onChange,
  className,
  id: givenId,
  ...input
}: CheckboxProps & Pick<ComponentProps<'input'>, 'type' | 'role'>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={clsx('flex items-start gap-2.5 pointer-coarse:py-2', className)}>
      <input
        {...input}
        id={id}
        aria-describedby={description ? `${id}-description` : input['aria-describedby']}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className="choice touch-target relative"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-xs text-third">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
