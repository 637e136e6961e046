import clsx from 'clsx';
import type { KeyboardEvent } from 'react';
import { stepAmount } from './step-amount.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * An amount as text: '1,234.56'. Not a number input, which drops commas and changes with the mouse
 * wheel; the caller parses the text. Arrow up and down step by one cent if the text is an amount.
 */
export function MoneyField({
  symbol = '$',
  isLarge = false,
  onKeyDown,
  ...field
}: Omit<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'step'> & {
  /** The currency symbol before the amount. */
  symbol?: string | undefined;
  /** For the amount that a form is about. */
  isLarge?: boolean | undefined;
}) {
  const stepOnArrows = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0 || event.defaultPrevented || event.altKey || event.metaKey) return;
    const next = stepAmount(event.currentTarget.value, step);
    if (next === undefined) return;
    event.preventDefault();
    simulateTyping(event.currentTarget, next);
  };
  return (
    <TextField
      placeholder="0.00"
      {...field}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      prefix={symbol}
      inputClassName={clsx(
        'tabular',
        isLarge && 'h-13! text-title! font-semibold',
        isLarge && (symbol.length > 1 ? 'pl-13!' : 'pl-8!'),
      )}
      onKeyDown={stepOnArrows}
    />
  );
}

/** Changes an input like typing, so that React and form libraries notice. */
function simulateTyping(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
