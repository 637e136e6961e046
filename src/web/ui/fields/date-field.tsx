import clsx from 'clsx';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type Ref, useCallback, useRef, useState } from 'react';
import type { Day } from '#kit/day.ts';
import { useToday } from '#web/screen/use-today.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { AnchoredPopover } from '../overlays/anchored-popover.tsx';
import { DayGrid } from './day-grid.tsx';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

export type DateFieldProps = FieldProps & {
  /** `yyyy-MM-dd`, or '' while empty. */
  value: Day | '';
  onValueChange: (day: Day | '') => void;
  onBlur?: (() => void) | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/**
 * A day, typed into the browser's date input or chosen from a calendar beside it. Firefox shows its own
 * calendar button inside the input, which pages cannot hide, so ours is hidden there.
 */
export function DateField({
  value,
  onValueChange,
  onBlur,
  min,
  max,
  name,
  ref,
  ...field
}: DateFieldProps) {
  const today = useToday();
  const [isOpen, setIsOpen] = useState(false);
  /** A day that the owner of the value did not take, such as of the year 20 on the way to 2026. */
  const [typed, setTyped] = useState<{ day: Day | ''; over: Day | '' }>();
  if (typed && typed.over !== value) setTyped(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative flex">
          <input
            {...control}
            ref={ref}
            type="date"
            name={name}
            min={min}
            max={max ?? '9999-12-31'}
            value={typed?.day ?? value}
            onChange={(event) => {
              // A date input's value is a day or empty.
              const day = event.target.value as Day | '';
              setTyped({ day, over: value });
              onValueChange(day);
            }}
            onBlur={() => {
              setTyped(undefined);
              onBlur?.();
            }}
            className={clsx(
              inputClass,
              'tabular not-supports-[-moz-appearance:none]:pr-10',
              value === '' && 'text-third',
            )}
          />
          <IconButton
            ref={button}
            label={`${field.label}: open calendar`}
            icon={<CalendarDays />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="absolute inset-y-0 right-0.5 my-auto supports-[-moz-appearance:none]:hidden"
          />
          {isOpen && (
            <AnchoredPopover
              role="dialog"
              aria-label={`Choose ${field.label.toLowerCase()}`}
              anchor={button}
              align="end"
              onClose={close}
            >
              <DayGrid
                value={value || undefined}
                today={today}
                min={min}
                max={max}
                hasInitialFocus
                onSelect={(day) => {
                  onValueChange(day);
                  button.current?.focus();
                  close();
                }}
              />
            </AnchoredPopover>
          )}
        </div>
      )}
    </Field>
  );
}
