import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import House from 'lucide-react/icons/house';
import { useMayCall } from '#web/api/use-may-call.ts';
import { orderEntries, type QuickAction } from '#web/area.ts';
import type { Command } from '#web/command.ts';
import { useToday } from '#web/screen/use-today.ts';
import { areas } from '../areas.ts';
import { answersTo } from './answers-to.ts';
import { words } from './entries.ts';
import { useFound } from './use-found.ts';
import { type PaletteActions, useFrequentCommands } from './use-frequent-commands.ts';

export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] };

/**
 * Actions, screens and, from two letters on, search results that match the typed text. Once the first is
 * known, nothing that is still searched for comes before it.
 */
export function useCommands(
  typed: string,
  paletteActions: PaletteActions,
): { groups: CommandGroup[]; isSearching: boolean; isFound: boolean; isFirstKnown: boolean } {
  const query = typed.trim();
  const canSearch = query.length > 1;
  const [actions, places] = useStaticCommands();
  const frequent = useFrequentCommands(paletteActions);
  const found = useFound(query, canSearch);
  const filterMatches = (commands: Command[]) => ({
    commands: commands.filter((command) => answersTo(command, typed)),
    isPending: false,
  });
  const all = [
    { title: 'Quick Actions', ...filterMatches(actions) },
    { title: 'Pages', ...filterMatches(places) },
    // Found by typing; all of them would hide the others.
    { title: 'Commands', ...filterMatches(query === '' ? [] : frequent) },
    ...found,
  ];
  const groups = all.filter(({ commands }) => commands.length > 0);
  const isSearching = all.some(({ isPending }) => isPending);
  const isFound = groups.length > 0;
  const first = all.find(({ commands, isPending }) => commands.length > 0 || isPending);
  // Where to look instead, if there is nothing.
  const shown = isFound || isSearching ? groups : [{ title: 'Pages', commands: places }];
  return { groups: shown, isSearching, isFound, isFirstKnown: first?.isPending !== true };
}

const quickActions = orderEntries(areas.map(({ entries }) => entries.quickAction));
const pages = areas.flatMap(({ entries }) => entries.pages ?? []);

/** The quick actions and the screens of the navigation. */
function useStaticCommands(): [actions: Command[], places: Command[]] {
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const today = useToday();
  const entry = (label: string, icon: LucideIcon, link: Link): Command => ({
    id: label,
    label,
    words: words[label] ?? '',
    icon,
    run: () => void navigate(link),
  });
  return [
    quickActions
      .filter(({ call }) => !call || mayCall(call))
      .map(({ label, icon, link }) => entry(label, icon, link(today))),
    [
      entry('Home', House, { to: '/' }),
      ...pages.map(({ label, icon, to }) => entry(label, icon, { to })),
    ],
  ];
}

type Link = ReturnType<QuickAction['link']>;
