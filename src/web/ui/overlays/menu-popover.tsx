import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { AnchoredPopover } from './anchored-popover.tsx';
import { getItems, MenuList } from './menu-list.tsx';

/** An open menu: an optional header and the items. */
export function MenuPopover({
  header,
  anchor,
  align,
  onClose,
  startsAt,
  ...rest
}: Omit<ComponentProps<typeof MenuList>, 'ref'> & {
  header: ReactNode;
  startsAt: 'first' | 'last';
  anchor: RefObject<HTMLElement | null>;
  align: 'start' | 'end';
  onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  // A layout effect, so that the next key already goes to the menu.
  useLayoutEffect(() => {
    getItems(list.current)
      .at(startsAt === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [startsAt]);

  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} align={align} className="max-w-80 min-w-44">
      {header && <div className="border-b border-line px-3.5 pt-3 pb-2.5">{header}</div>}
      <MenuList {...rest} ref={list} />
    </AnchoredPopover>
  );
}
