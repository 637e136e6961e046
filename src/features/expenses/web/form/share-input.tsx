import clsx from 'clsx';
import { type Cents, centsFromTyped, centsToText } from '#kit/money.ts';
import { inputClass } from '#web/ui/fields/input-class.ts';
import { normalizeFraction } from '../../arithmetic/fractions.ts';
import type { SplitMode } from './shares-input.ts';

const labels: Record<SplitMode, string> = {
  amounts: 'Amount for',
  percent: 'Percent for',
  weights: 'Weight for',
};

/** Whether a share is empty or can be read. */
export function isShareReadable(mode: SplitMode, text: string): boolean {
  if (text.trim() === '') return true;
  return mode === 'amounts'
    ? (centsFromTyped(text) ?? -1) >= 0
    : normalizeFraction(text) !== undefined;
}

/** One participant's share in a row. Empty, it shows the share that they get. */
export function ShareInput({
  name,
  mode,
  share,
  hasLongAmounts,
  isWrong,
  errorId,
  value,
  onValueChange,
  onBlur,
}: {
  name: string;
  mode: SplitMode;
  share: Cents | undefined;
  /** There may be amounts of a million or more. */
  hasLongAmounts: boolean;
  /** The shares do not fit the total, and this is one of them. */
  isWrong: boolean;
  /** The element that says so. */
  errorId: string;
  value: string;
  onValueChange: (text: string) => void;
  onBlur: () => void;
}) {
  const isInvalid = isWrong || !isShareReadable(mode, value);
  const computed = share === undefined ? '0.00' : centsToText(share);
  return (
    <span className="relative flex shrink-0">
      <input
        aria-label={`${labels[mode]} ${name}`}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={mode === 'amounts' ? computed : mode === 'weights' ? '1' : ''}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onBlur={onBlur}
        className={clsx(
          inputClass,
          'tabular h-8! text-right pointer-coarse:h-10!',
          mode !== 'amounts' ? 'w-24!' : hasLongAmounts ? 'w-38!' : 'w-28!',
          mode === 'percent' && 'pr-7!',
        )}
      />
      {mode === 'percent' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-third"
        >
          %
        </span>
      )}
    </span>
  );
}
