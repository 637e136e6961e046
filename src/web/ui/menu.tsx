import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

export type MenuAction = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  tone?: 'danger' | undefined;
  disabled?: boolean | undefined;
  /** Draws a line above. */
  startsGroup?: boolean | undefined;
};

/** One of several: a theme, a chapter. */
export type MenuChoice = {
  /** Stands above the options and names them. */
  groupLabel: string;
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  startsGroup?: boolean | undefined;
};

export type MenuItem = MenuAction | MenuChoice;

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })));

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
 * The actions of a row, behind an ellipsis button (or a trigger of your own). The menu itself is
 * loaded on the first intent, so that a table of forty rows costs forty plain buttons.
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
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [isByKeyboard, setIsByKeyboard] = useState(false);

  const open = (byKeyboard: boolean) => {
    setIsByKeyboard(byKeyboard);
    setWasOpened(true);
    setIsOpen(true);
  };
  const preload = () => void loadPopup();
  const triggerProps: MenuTriggerProps = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    // A press by Enter or Space is a click with no detail.
    onClick: (event) => (isOpen ? setIsOpen(false) : open(event.detail === 0)),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(true);
    },
    onPointerEnter: preload,
    onFocus: preload,
  };

  return (
    <>
      {trigger ? (
        trigger(triggerProps)
      ) : (
        <IconButton {...triggerProps} label={label} icon={<Ellipsis />} />
      )}
      {wasOpened && (
        <Suspense>
          <MenuPopup
            id={id}
            label={label}
            anchor={button}
            items={items}
            header={header}
            align={align}
            open={isOpen}
            onOpenChange={setIsOpen}
            isByKeyboard={isByKeyboard}
          />
        </Suspense>
      )}
    </>
  );
}
