import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  CalendarDays,
  CalendarPlus,
  House,
  type LucideIcon,
  MessageCircle,
  Plus,
  Receipt,
  Upload,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import { useMemo } from 'react';
import { expenseListQuery } from '#features/expenses/web/queries.ts';
import { findable, findMembers } from '#features/members/find-members.ts';
import { membersQuery } from '#features/members/web/queries.ts';
import { searchWalletsQuery } from '#features/wallets/web/queries.ts';
import { dayOf, formatShortDate, toInstant } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { matches } from './matches.ts';

export type Command = {
  readonly id: string;
  readonly label: string;
  /** What tells it from its namesakes. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly run: () => void;
};

export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] };

/** Of each kind; who wants more has the screens. */
const most = 5;

/** What can be done or gone to that matches what was typed; people and things from two letters on. */
export function useCommands(typed: string): { groups: CommandGroup[]; isSearching: boolean } {
  const asked = typed.trim();
  const isAsking = asked.length > 1;
  const [actions, places] = useFixed();
  const people = usePeople(asked, isAsking);
  const expenses = useExpenses(asked, isAsking);
  const wallets = useWallets(asked, isAsking);
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

/** The four quick actions, and every place of the navigation. */
function useFixed(): [actions: Command[], places: Command[]] {
  const navigate = useNavigate();
  const { chapter } = useSession();
  const create = dayOf(toInstant(Temporal.Now.instant()), chapter.timeZone);
  const entry = (label: string, icon: LucideIcon, go: () => Promise<void>): Command => ({
    id: label,
    label,
    icon,
    run: () => void go(),
  });
  return [
    [
      entry('Add Event', CalendarPlus, () => navigate({ to: '/calendar', search: { create } })),
      entry('Log Expense', Plus, () => navigate({ to: '/expenses', search: { dialog: 'create' } })),
      entry('Upload Resource', Upload, () => navigate({ to: '/resources' })),
      entry('Contact Member', MessageCircle, () =>
        navigate({ to: '/members', search: { focus: 'search' } }),
      ),
    ],
    [
      entry('Home', House, () => navigate({ to: '/' })),
      entry('Calendar', CalendarDays, () => navigate({ to: '/calendar' })),
      entry('Events', CalendarDays, () => navigate({ to: '/events' })),
      entry('Expenses', Receipt, () => navigate({ to: '/expenses' })),
      entry('Wallets', Wallet, () => navigate({ to: '/wallets' })),
      entry('Members', Users, () => navigate({ to: '/members' })),
      entry('Resources', BookOpen, () => navigate({ to: '/resources' })),
    ],
  ];
}

type Found = { commands: Command[]; isPending: boolean };

function usePeople(asked: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isPending } = useQuery({ ...membersQuery, enabled });
  const all = useMemo(() => findable(data?.items ?? []), [data]);
  const found = enabled ? findMembers(all, asked).slice(0, most) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(({ id, displayName, email }) => ({
      id,
      label: displayName,
      detail: email,
      icon: UserRound,
      run: () => void navigate({ to: '/members', search: { q: displayName } }),
    })),
  };
}

/** The newest that answer to what was typed, as the search of the expenses finds them. */
function useExpenses(asked: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { chapter } = useSession();
  const { data, isPending, isPlaceholderData } = useQuery({
    ...expenseListQuery({ page: 1, searchTerm: asked }),
    enabled,
  });
  // What was found for fewer letters is not offered: Enter would open it.
  const found = enabled && !isPlaceholderData ? (data?.expenses.items ?? []) : [];
  return {
    isPending: enabled && (isPending || isPlaceholderData),
    commands: found.slice(0, most).map(({ id, title, amount, expenseDate }) => ({
      id,
      label: title,
      detail: `${formatMoney(amount)} · ${formatShortDate(expenseDate, chapter.timeZone)}`,
      icon: Receipt,
      run: () => void navigate({ to: '/expenses', search: { expense: id } }),
    })),
  };
}

function useWallets(asked: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isPending } = useQuery({ ...searchWalletsQuery(asked, most), enabled });
  const found = enabled ? (data?.items ?? []) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(({ id, name, currencyCode, currentBalance }) => ({
      id,
      label: name,
      detail: formatMoney(currentBalance, currencyCode),
      icon: Wallet,
      run: () => void navigate({ to: '/wallets/$walletId/transactions', params: { walletId: id } }),
    })),
  };
}
