import clsx from 'clsx';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { plural } from '#kit/counts.ts';
import type { Command } from '#web/command.ts';
import type { ResultsProps } from './search-dialog.tsx';
import { type CommandGroup, useCommands } from './use-commands.ts';

/** What was found for what is typed, and what the arrow keys and Enter do with it. */
export function CommandResults({
  id,
  typed,
  isEntered,
  onEnterUsed,
  onSelect,
  field,
  onClose,
  ...actions
}: ResultsProps) {
  const query = useDebounced(typed);
  const { groups, isSearching, isFound, isFirstKnown } = useCommands(query, actions);
  const commands = groups.flatMap((group) => group.commands);
  /** What the user selected, for what was typed then; it stays selected when more is found above it. */
  const [chosen, setChosen] = useState<{ id: string; typed: string }>();
  const selected =
    chosen?.typed === typed ? commands.find((command) => command.id === chosen.id) : undefined;
  // What is shown in place of results is not opened by an Enter meant for them.
  const current = selected ?? (isFound ? commands[0] : undefined);
  // Until what was typed has been searched for, what is shown is for something else: Enter waits. It also
  // waits for what may still come before the first line.
  const isReady = query === typed && (selected !== undefined || isFirstKnown);
  const point = (command: Command) => setChosen({ id: command.id, typed });
  const choose = (command: Command) => {
    onClose();
    command.run();
  };

  const move = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = current ? commands.indexOf(current) : step > 0 ? -1 : 0;
    const next = commands[(from + step + commands.length) % commands.length];
    if (next) point(next);
  });
  useEffect(() => {
    const { current: input } = field;
    const listen = (event: KeyboardEvent) => move(event);
    input?.addEventListener('keydown', listen);
    return () => input?.removeEventListener('keydown', listen);
  }, [field]);

  const enter = useEffectEvent(() => {
    onEnterUsed();
    if (current) choose(current);
  });
  const isDue = isEntered && isReady;
  useEffect(() => {
    if (isDue) enter();
  }, [isDue]);

  const option = current && optionId(id, current);
  const select = useEffectEvent(onSelect);
  useEffect(() => select(option), [option]);
  return (
    <>
      <p role="status" className="sr-only">
        {plural(isFound ? commands.length : 0, 'result')}
      </p>
      {!isFound && (
        <p className="px-3 py-4 text-second wrap-anywhere">
          {isSearching
            ? 'Searching...'
            : `No results for "${query.trim()}". Try a name, a title or an amount, or go to a page:`}
        </p>
      )}
      <Options id={id} groups={groups} current={current} onPoint={point} onChoose={choose} />
    </>
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
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ title, commands }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs text-third">
            {title}
          </p>
          {commands.map((command) => (
            <Option
              key={command.id}
              id={optionId(id, command)}
              command={command}
              isCurrent={command === current}
              onPoint={() => onPoint(command)}
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
