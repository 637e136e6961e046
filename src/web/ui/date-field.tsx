import { Popover } from '@base-ui/react/popover';
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { Day } from '#kit/day.ts';
import { DayGrid } from './day-grid.tsx';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { inputClass } from './input-class.ts';
import { floatClass } from './popup-class.ts';

export type DateFieldProps = FieldProps & {
  /** `yyyy-MM-dd`, or '' while empty. */
  value: Day | '';
  onValueChange: (day: Day | '') => void;
  onBlur?: (() => void) | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A day, typed into the browser's own date input or chosen from a calendar beside it. */
export function DateField({
  label,
  isLabelHidden,
  help,
  error,
  required,
  aside,
  className,
  id,
  value,
  onValueChange,
  onBlur,
  min,
  max,
  name,
  disabled,
  ref,
}: DateFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const startDay = useRef<HTMLButtonElement>(null);
  return (
    <Field {...{ label, isLabelHidden, help, error, required, aside, className, id }}>
      {(control) => (
        <div ref={frame} className="relative flex">
          <input
            {...control}
            ref={ref}
            type="date"
            name={name}
            disabled={disabled}
            min={min}
            max={max ?? '9999-12-31'}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            onBlur={onBlur}
            className={clsx(inputClass, 'tabular pr-10', value === '' && 'text-third')}
          />
          <Popover.Root open={isOpen} onOpenChange={(open) => setIsOpen(open)}>
            <Popover.Trigger
              disabled={disabled}
              render={
                <IconButton
                  label={`${label}: open calendar`}
                  icon={<CalendarDays />}
                  className="absolute inset-y-0 right-0.5 my-auto"
                />
              }
            />
            <Popover.Portal>
              <Popover.Positioner
                anchor={frame}
                align="start"
                sideOffset={6}
                className="outline-none"
              >
                <Popover.Popup
                  aria-label={`Choose ${label.toLowerCase()}`}
                  initialFocus={startDay}
                  className={floatClass}
                >
                  <DayGrid
                    value={value || undefined}
                    today={Temporal.Now.plainDateISO().toString()}
                    min={min}
                    max={max}
                    focusRef={startDay}
                    onSelect={(day) => {
                      onValueChange(day);
                      setIsOpen(false);
                    }}
                  />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        </div>
      )}
    </Field>
  );
}
