import { Combobox as Base } from '@base-ui/react/combobox';
import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { floatClass } from '../overlays/popup-class.ts';

export type ComboboxOption<Value extends string = string> = {
  value: Value;
  label: string;
  /** Shown before the label, such as an avatar. */
  start?: ReactNode;
};

/** The options below a combobox, in the order of `Root`'s items. */
export function ComboboxList<Value extends string>({
  optionOf,
  noMatch,
}: {
  optionOf: (value: Value) => ComboboxOption<Value>;
  noMatch: string;
}) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-10 outline-none">
        <Base.Popup
          className={clsx(floatClass, 'w-(--anchor-width) min-w-56 max-w-(--available-width)')}
        >
          <Base.Empty className="text-third not-empty:px-3 not-empty:py-2.5">{noMatch}</Base.Empty>
          <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
            {(value: Value) => {
              const { label, start } = optionOf(value);
              return (
                <Base.Item
                  key={value}
                  value={value}
                  className="flex min-h-8.5 items-center gap-2.5 rounded-badge px-2.5 py-1 select-none data-highlighted:bg-hover pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2"
                >
                  {start}
                  <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-primary-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              );
            }}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
