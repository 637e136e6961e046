import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import clsx from 'clsx';
import { type Ref, useState } from 'react';
import { takeCharacters } from '#kit/text.ts';
import { floatClass } from '../overlays/popup-class.ts';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';
import { matchesWords } from './match-options.ts';
import { keepEnterFromSending } from './use-typed-text.ts';

/** One line of text with suggestions; any other text is as good. */
export function SuggestField({
  suggestions,
  value,
  onValueChange,
  onBlur,
  placeholder,
  maxLength,
  ref,
  ...field
}: FieldProps & {
  suggestions: readonly string[];
  value: string;
  onValueChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const matching = suggestions.filter((each) => each !== value && matchesWords(each, value));
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          items={matching}
          filter={null}
          // An open list, even an empty one, hides the rest of the page from screen readers.
          open={isOpen && matching.length > 0}
          onOpenChange={setIsOpen}
          value={value}
          onValueChange={(text) => onValueChange(takeCharacters(text, maxLength ?? text.length))}
          openOnInputClick
        >
          <Base.Input
            {...control}
            ref={ref}
            placeholder={placeholder}
            onBlur={onBlur}
            onKeyDown={keepEnterFromSending}
            className={inputClass}
          />
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-10 outline-none data-empty:hidden">
              <Base.Popup className={clsx(floatClass, 'w-(--anchor-width)')}>
                <Base.List className="max-h-[min(14rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none">
                  {(suggestion: string) => (
                    <Base.Item
                      key={suggestion}
                      value={suggestion}
                      className="flex min-h-8.5 items-center rounded-badge px-2.5 py-1 select-none data-highlighted:bg-hover pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2"
                    >
                      {suggestion}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
