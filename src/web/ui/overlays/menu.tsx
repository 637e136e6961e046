import Ellipsis from 'lucide-react/icons/ellipsis';
import {
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyNamed } from '../../screen/lazy-named.ts';
import { IconButton } from '../actions/icon-button.tsx';
import type { MenuItem } from './menu-items.ts';

const loadPopover = () => import('./menu-popover.tsx');
const MenuPopover = lazyNamed(loadPopover, 'MenuPopover');
/** Called when the pointer or the focus reaches the button, so that the menu opens at once. */
const preload = () => void loadPopover().catch(() => undefined);

/** Props for a custom trigger. */
export type MenuTriggerProps = {
  ref: React.RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: React.MouseEvent) => void;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
};

/** Props for the popover of an open menu. */
export type OpenMenuProps = {
  id: string;
  startsAt: 'first' | 'last';
  anchor: React.RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  choose: (act: () => void) => void;
};

/**
 * A menu behind an ellipsis button or a custom trigger. Follows the ARIA menu button pattern: arrows open
 * it and move in it, a letter finds an item, Escape closes it.
 */
export function Menu({
  label,
  items,
  header,
  trigger,
}: {
  /** Names the button and the menu: 'Actions for Harbor dinner'. */
  label: string;
  /** Given as a function, they are made when the menu opens, as for each of many rows. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Shown above the items. */
  header?: ReactNode;
  trigger?: ((props: MenuTriggerProps) => ReactNode) | undefined;
}) {
  return (
    <MenuButton
      preload={preload}
      trigger={trigger ?? ((props) => <IconButton {...props} label={label} icon={<Ellipsis />} />)}
      popover={(props) => (
        <MenuPopover
          {...props}
          label={label}
          items={typeof items === 'function' ? items() : items}
          header={header}
          align="end"
        />
      )}
    />
  );
}

/** The button of a menu whose popover, lazily loaded, brings its own items. */
export function MenuButton({
  preload,
  trigger,
  popover,
}: {
  /** Loads the popover's code. */
  preload: () => void;
  trigger: (props: MenuTriggerProps) => ReactNode;
  popover: (props: OpenMenuProps) => ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [startsAt, setStartsAt] = useState<'first' | 'last'>();
  const isOpen = startsAt !== undefined;
  // A transition shows the menu as soon as its code has loaded; otherwise React waits at least 0.3 s.
  const open = (at: 'first' | 'last') => startTransition(() => setStartsAt(at));
  const close = useCallback(() => setStartsAt(undefined), []);

  const triggerProps: MenuTriggerProps = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: (event) => {
      event.stopPropagation();
      if (isOpen) close();
      else open('first');
    },
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(event.key === 'ArrowDown' ? 'first' : 'last');
    },
    onPointerEnter: preload,
    onFocus: preload,
  };
  // Focuses the trigger before the action, so that a dialog opened by the action returns the focus
  // there.
  const choose = (act: () => void) => {
    button.current?.focus();
    close();
    act();
  };

  return (
    <>
      {trigger(triggerProps)}
      <Suspense>
        {startsAt !== undefined &&
          popover({ id, startsAt, anchor: button, onClose: close, choose })}
      </Suspense>
    </>
  );
}
