import type { ComponentProps, ReactNode, RefObject } from 'react';
import { AnchoredPopover } from './anchored-popover.tsx';
import { MenuList } from './menu-list.tsx';

/** An open menu: what stands above the entries, and the entries. */
export function MenuPopover({
  header,
  anchor,
  align,
  onClose,
  ...list
}: ComponentProps<typeof MenuList> & {
  header: ReactNode;
  anchor: RefObject<HTMLElement | null>;
  align: 'start' | 'end';
  onClose: () => void;
}) {
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} align={align} className="max-w-80 min-w-44">
      {header && <div className="border-b border-line px-3.5 pt-3 pb-2.5">{header}</div>}
      <MenuList {...list} />
    </AnchoredPopover>
  );
}
