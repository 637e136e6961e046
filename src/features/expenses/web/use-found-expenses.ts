import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Receipt from 'lucide-react/icons/receipt';
import { formatShortDate } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { expenseListQuery } from './queries.ts';

/** The newest that answer to what was typed, as the search of the expenses finds them. */
export const useFoundExpenses: FindCommands = (asked, enabled) => {
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
    commands: found.slice(0, maxFoundCommands).map(({ id, title, amount, expenseDate }) => ({
      id,
      label: title,
      detail: `${formatMoney(amount)} · ${formatShortDate(expenseDate, chapter.timeZone)}`,
      icon: Receipt,
      run: () => void navigate({ to: '/expenses', search: { expense: id } }),
    })),
  };
};
