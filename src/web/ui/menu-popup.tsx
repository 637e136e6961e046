import { Menu as Base } from '@base-ui/react/menu';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { MenuAction, MenuChoice, MenuItem } from './menu.tsx';
import { floatClass, itemClass } from './popup-class.ts';
import { usePopupContainer } from './popup-container.tsx';

/** The floating part of Menu; loaded when it is first needed. */
export function MenuPopup({
  id,
  label,
  anchor,
  items,
  header,
  align,
  open,
  onOpenChange,
  isByKeyboard,
}: {
  id: string;
  label: string;
  anchor: RefObject<HTMLButtonElement | null>;
  items: readonly MenuItem[];
  header: ReactNode;
  align: 'start' | 'end';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opened by a key, a menu starts on its first item. */
  isByKeyboard: boolean;
}) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !isByKeyboard) return undefined;
    // After the library has put the focus on the popup itself.
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [open, isByKeyboard]);

  return (
    <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)}>
      <Base.Portal container={usePopupContainer()}>
        <Base.Positioner
          positionMethod="fixed"
          anchor={anchor}
          align={align}
          sideOffset={6}
          className="outline-none"
        >
          <Base.Popup
            ref={popup}
            id={id}
            aria-label={label}
            finalFocus={anchor}
            className={clsx(
              floatClass,
              'max-h-(--available-height) max-w-80 min-w-44 overflow-y-auto p-1',
            )}
          >
            {header && <div className="border-b border-line px-2.5 pt-2 pb-2.5 mb-1">{header}</div>}
            {items.map((item) => (
              <MenuRow key={'options' in item ? item.groupLabel : item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRow({ item }: { item: MenuItem }) {
  return (
    <>
      {item.startsGroup && <Base.Separator className="-mx-1 my-1 h-px bg-line" />}
      {'options' in item ? <ChoiceRows choice={item} /> : <ActionRow action={item} />}
    </>
  );
}

function ActionRow({ action }: { action: MenuAction }) {
  const isDanger = action.tone === 'danger';
  return (
    <Base.Item
      disabled={action.disabled}
      onClick={action.onSelect}
      className={clsx(
        itemClass,
        isDanger && 'text-owes data-highlighted:bg-owes-tint data-highlighted:text-owes',
      )}
    >
      {action.icon && (
        <span className={clsx('[&_svg]:size-4', !isDanger && 'text-third')}>{action.icon}</span>
      )}
      {action.label}
    </Base.Item>
  );
}

function ChoiceRows({ choice }: { choice: MenuChoice }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-third">
        {choice.groupLabel}
      </Base.GroupLabel>
      <Base.RadioGroup
        value={choice.value}
        onValueChange={(value: string) => choice.onValueChange(value)}
      >
        {choice.options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={itemClass}
          >
            {option.icon && <span className="text-third [&_svg]:size-4">{option.icon}</span>}
            <span className="min-w-0 flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" className="size-4 text-primary-ink" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
