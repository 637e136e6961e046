import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import type { ComponentProps, KeyboardEvent, Ref } from 'react';
import type { MenuAction, MenuChoice, MenuItem } from './menu-items.ts';

type Choose = (act: () => void) => void;

/** The items of an open menu, one of which has the focus. */
export function MenuList({
  ref,
  id,
  label,
  items,
  choose,
}: {
  ref: Ref<HTMLDivElement>;
  id: string;
  label: string;
  items: readonly MenuItem[];
  choose: Choose;
}) {
  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={handleKey}
      className="p-1 outline-none"
    >
      {items.map((item) =>
        'options' in item ? (
          <Choices key={item.groupLabel} choice={item} choose={choose} />
        ) : (
          <Action key={item.label} action={item} choose={choose} />
        ),
      )}
    </div>
  );
}

function Action({ action, choose }: { action: MenuAction; choose: Choose }) {
  const isDanger = action.tone === 'danger';
  return (
    <>
      {action.startsGroup && <Separator />}
      <MenuEntry
        role="menuitem"
        disabled={action.disabled}
        onClick={() => choose(action.onSelect)}
        className={clsx(isDanger ? 'text-owes focus:bg-owes-tint' : 'focus:bg-hover')}
      >
        {action.icon && (
          <span className={clsx('[&_svg]:size-4', !isDanger && 'text-third')}>{action.icon}</span>
        )}
        {action.label}
      </MenuEntry>
    </>
  );
}

function Choices({ choice, choose }: { choice: MenuChoice; choose: Choose }) {
  return (
    <>
      {choice.startsGroup && <Separator />}
      <div role="group" aria-label={choice.groupLabel}>
        <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs text-third">
          {choice.groupLabel}
        </div>
        {choice.options.map((option) => (
          <MenuEntry
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === choice.value}
            onClick={() => choose(() => choice.onValueChange(option.value))}
            className="focus:bg-hover"
          >
            {option.icon && <span className="text-third [&_svg]:size-4">{option.icon}</span>}
            <span className="min-w-0 flex-1">{option.label}</span>
            {option.value === choice.value && (
              <Check aria-hidden="true" className="size-4 text-primary-ink" />
            )}
          </MenuEntry>
        ))}
      </div>
    </>
  );
}

function MenuEntry({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      tabIndex={-1}
      // The focus follows the pointer, as in desktop menus.
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      className={clsx(
        'flex min-h-8.5 w-full items-center gap-2.5 rounded-badge px-2.5 py-1 text-left outline-none select-none',
        'disabled:opacity-50 pointer-coarse:min-h-11 forced-colors:focus:outline-2',
        className,
      )}
    />
  );
}

function Separator() {
  return <hr className="-mx-1 my-1 border-line" />;
}

export function getItems(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
}

function handleKey(event: KeyboardEvent<HTMLElement>): void {
  const items = getItems(event.currentTarget);
  const index = items.indexOf(document.activeElement as HTMLElement);
  const next = getNextItem(items, index, event);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function getNextItem(items: HTMLElement[], index: number, event: KeyboardEvent) {
  switch (event.key) {
    case 'ArrowDown':
      return items[(index + 1) % items.length];
    case 'ArrowUp':
      return items.at(index <= 0 ? -1 : index - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) {
        return undefined;
      }
      const letter = event.key.toLowerCase();
      const others = [...items.slice(index + 1), ...items.slice(0, index + 1)];
      return others.find((item) => item.textContent.trim().toLowerCase().startsWith(letter));
    }
  }
}
