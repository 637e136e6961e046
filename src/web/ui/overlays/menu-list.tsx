import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, Ref } from 'react';
import type { MenuAction, MenuChoice, MenuItem } from './menu-items.ts';

type Choose = (act: () => void) => void;

/** The entries of an open menu; the focus is on one of them. */
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
      onKeyDown={moveByKey}
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
      {action.startsGroup && <Line />}
      <Entry
        role="menuitem"
        disabled={action.disabled}
        onClick={() => choose(action.onSelect)}
        className={clsx(isDanger ? 'text-owes focus:bg-owes-tint' : 'focus:bg-hover')}
      >
        {action.icon && (
          <span className={clsx('[&_svg]:size-4', !isDanger && 'text-third')}>{action.icon}</span>
        )}
        {action.label}
      </Entry>
    </>
  );
}

function Choices({ choice, choose }: { choice: MenuChoice; choose: Choose }) {
  return (
    <>
      {choice.startsGroup && <Line />}
      <div role="group" aria-label={choice.groupLabel}>
        <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs text-third">
          {choice.groupLabel}
        </div>
        {choice.options.map((option) => (
          <Entry
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
          </Entry>
        ))}
      </div>
    </>
  );
}

function Entry({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      tabIndex={-1}
      // As with every menu of a desktop, the pointer takes the focus along.
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      className={clsx(
        'flex min-h-8.5 w-full items-center gap-2.5 rounded-badge px-2.5 py-1 text-left outline-none select-none',
        'disabled:opacity-50 pointer-coarse:min-h-11 forced-colors:focus:outline-2',
        className,
      )}
    />
  );
}

function Line() {
  return <hr className="-mx-1 my-1 border-line" />;
}

export function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = nextEntry(entries, at, event);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextEntry(entries: HTMLElement[], at: number, event: KeyboardEvent) {
  switch (event.key) {
    case 'ArrowDown':
      return entries[(at + 1) % entries.length];
    case 'ArrowUp':
      return entries.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return entries[0];
    case 'End':
      return entries.at(-1);
    default: {
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) {
        return undefined;
      }
      const letter = event.key.toLowerCase();
      const others = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
      return others.find((entry) => entry.textContent.trim().toLowerCase().startsWith(letter));
    }
  }
}
