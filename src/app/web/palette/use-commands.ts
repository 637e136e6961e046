import { useNavigate } from '@tanstack/react-router';
import { House, type LucideIcon } from 'lucide-react';
import { useFoundExpenses } from '#features/expenses/web/use-found-expenses.ts';
import { useFoundMembers } from '#features/members/web/use-found-members.ts';
import { useFoundWallets } from '#features/wallets/web/use-found-wallets.ts';
import { dayOf, toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { inOrder, type QuickAction } from '#web/area.ts';
import type { Command } from '#web/command.ts';
import { areas } from '../areas.ts';
import { matches } from './matches.ts';

export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] };

/** What can be done or gone to that matches what was typed; people and things from two letters on. */
export function useCommands(typed: string): { groups: CommandGroup[]; isSearching: boolean } {
  const asked = typed.trim();
  const isAsking = asked.length > 1;
  const [actions, places] = useFixed();
  const people = useFoundMembers(asked, isAsking);
  const expenses = useFoundExpenses(asked, isAsking);
  const wallets = useFoundWallets(asked, isAsking);
  const fitting = (commands: Command[]) => commands.filter(({ label }) => matches(label, typed));
  const groups = [
    { title: 'Quick Actions', commands: fitting(actions) },
    { title: 'Pages', commands: fitting(places) },
    { title: 'People', commands: people.commands },
    { title: 'Expenses', commands: expenses.commands },
    { title: 'Wallets', commands: wallets.commands },
  ].filter(({ commands }) => commands.length > 0);
  return { groups, isSearching: [people, expenses, wallets].some(({ isPending }) => isPending) };
}

const quickActions = inOrder(areas.map(({ entries }) => entries.quickAction));
const pages = areas.flatMap(({ entries }) => entries.pages ?? []);

/** The quick actions, and every place of the navigation. */
function useFixed(): [actions: Command[], places: Command[]] {
  const navigate = useNavigate();
  const { chapter } = useSession();
  const today = dayOf(toInstant(Temporal.Now.instant()), chapter.timeZone);
  const entry = (label: string, icon: LucideIcon, link: Link): Command => ({
    id: label,
    label,
    icon,
    run: () => void navigate(link),
  });
  return [
    quickActions.map(({ label, icon, link }) => entry(label, icon, link(today))),
    [
      entry('Home', House, { to: '/' }),
      ...pages.map(({ label, icon, to }) => entry(label, icon, { to })),
    ],
  ];
}

type Link = ReturnType<QuickAction['link']>;
