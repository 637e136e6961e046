import { Ellipsis } from 'lucide-react';
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
/** On the way to the button, so that the press finds the menu there. */
const loadAhead = () => void loadPopover().catch(() => undefined);

/** What a custom trigger must spread. */
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

/**
 * The actions of a row behind an ellipsis button, or behind a trigger of your own. Follows the
 * W3C's menu button: arrows open it and move in it, a letter finds an entry, Escape closes it.
 */
export function Menu({
  label,
  items,
  header,
  trigger,
  align = 'end',
}: {
  /** Names button and menu: 'Actions for Harbor dinner'. */
  label: string;
  items: readonly MenuItem[];
  /** Above the items: who is signed in. */
  header?: ReactNode;
  trigger?: ((props: MenuTriggerProps) => ReactNode) | undefined;
  align?: 'start' | 'end' | undefined;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [startsAt, setStartsAt] = useState<'first' | 'last'>();
  const isOpen = startsAt !== undefined;
  // A transition waits for the menu's code and shows it then; else React holds it back for 0.3 s.
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
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
  };
  // The focus goes back to the trigger before the act, not after: a dialog that the act opens takes
  // the focus from there and brings it back there.
  const choose = (act: () => void) => {
    button.current?.focus();
    close();
    act();
  };

  return (
    <>
      {trigger ? (
        trigger(triggerProps)
      ) : (
        <IconButton {...triggerProps} label={label} icon={<Ellipsis />} />
      )}
      <Suspense>
        {startsAt !== undefined && (
          <MenuPopover
            id={id}
            label={label}
            items={items}
            header={header}
            startsAt={startsAt}
            anchor={button}
            align={align}
            onClose={close}
            choose={choose}
          />
        )}
      </Suspense>
    </>
  );
}
