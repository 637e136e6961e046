import { useId } from 'react';

/** Switches between a few views: radio buttons that look like one control. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  /** Names the group for assistive technology; not visible. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="inline-flex print:hidden w-fit rounded-control border border-control bg-surface p-[3px]">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="touch-target relative flex h-7 items-center rounded-badge px-3 font-medium text-second select-none hover:text-ink has-checked:bg-primary-tint has-checked:text-primary-ink has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:h-9 forced-colors:has-checked:outline-2 forced-colors:has-checked:-outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
