import clsx from 'clsx';
import Search from 'lucide-react/icons/search';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { plural } from '#kit/counts.ts';
import type { Command } from '#web/command.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { inputClass } from '#web/ui/fields/input-class.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type CommandGroup, useCommands } from './use-commands.ts';
import type { PaletteActions } from './use-frequent-commands.ts';

/** What every search of the API accepts, in characters. */
const maxSearchLength = 200;

/**
 * Finds commands, screens, members, events, expenses, wallets, transactions and documents: type, select with
 * the arrow keys, open with Enter.
 */
export function CommandDialog({ open, onClose, ...actions }: OverlayProps & PaletteActions) {
  const id = useId();
  const [typed, setTyped] = useState('');
  /** Undefined before the user selects one. */
  const [at, setAt] = useState<number>();
  const [isEntered, setIsEntered] = useState(false);
  const query = useDebounced(typed);
  const { groups, isSearching, isFound: isAnythingFound } = useCommands(query, actions);
  const commands = groups.flatMap((group) => group.commands);
  // What is shown in place of results is not opened by an Enter meant for them.
  const first = isAnythingFound ? 0 : -1;
  const current = commands[Math.min(at ?? first, commands.length - 1)];
  // Until what was typed has been searched for, what is shown is for something else: Enter waits.
  const isFound = query === typed && (current !== undefined || !isSearching);
  const choose = (command: Command) => {
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const from = current ? commands.indexOf(current) : step > 0 ? -1 : 0;
      setAt((from + step + commands.length) % commands.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!isFound) setIsEntered(true);
      else if (current) choose(current);
    }
  };
  const chooseCurrent = useEffectEvent(() => {
    if (current) choose(current);
  });
  const isAwaited = isEntered && isFound;
  useEffect(() => {
    if (isAwaited) chooseCurrent();
  }, [isAwaited]);
  return (
    <Dialog open={open} onClose={onClose} title="Search and Commands">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-third"
        />
        <input
          type="text"
          role="combobox"
          aria-label="Search and Commands"
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={id}
          aria-activedescendant={current && optionId(id, current)}
          placeholder="Search people, events, documents, commands"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(undefined);
            setIsEntered(false);
          }}
          onKeyDown={move}
          className={clsx(inputClass, 'pl-9')}
        />
      </div>
      <p role="status" className="sr-only">
        {plural(isAnythingFound ? commands.length : 0, 'result')}
      </p>
      {/* A fixed height, so that nothing moves while typing. */}
      <div className="mt-3 flex h-[min(29rem,60dvh)] flex-col">
        {!isAnythingFound && (
          <p className="px-3 py-4 text-second wrap-anywhere">
            {isSearching
              ? 'Searching...'
              : `No results for "${query.trim()}". Try a name, a title or an amount, or look on a page:`}
          </p>
        )}
        <Options id={id} groups={groups} current={current} onPoint={setAt} onChoose={choose} />
      </div>
    </Dialog>
  );
}

function Options({
  id,
  groups,
  current,
  onPoint,
  onChoose,
}: {
  id: string;
  groups: readonly CommandGroup[];
  current: Command | undefined;
  onPoint: (at: number) => void;
  onChoose: (command: Command) => void;
}) {
  const commands = groups.flatMap((group) => group.commands);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ title, commands: own }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs text-third">
            {title}
          </p>
          {own.map((command) => (
            <Option
              key={command.id}
              id={optionId(id, command)}
              command={command}
              isCurrent={command === current}
              onPoint={() => onPoint(commands.indexOf(command))}
              onChoose={() => onChoose(command)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  command: { label, detail, icon: Icon },
  isCurrent,
  onPoint,
  onChoose,
}: {
  id: string;
  command: Command;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  useEffect(() => {
    if (isCurrent) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, isCurrent]);
  return (
    // The input keeps the focus and handles keys; this handles only the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onChoose}
      className={clsx(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 pointer-coarse:min-h-11',
        isCurrent && 'bg-hover forced-colors:outline-2 forced-colors:-outline-offset-2',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-third" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="tabular max-w-1/2 truncate text-xs text-third">{detail}</span>}
    </div>
  );
}

function optionId(list: string, command: Command): string {
  return `${list}-${command.id.replaceAll(' ', '-')}`;
}

/** The typed text after a pause in typing, or at once if empty. */
function useDebounced(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 120);
    return () => clearTimeout(timer);
  }, [typed]);
  return useDeferredValue(typed === '' ? '' : settled);
}
