import { useQuery } from '@tanstack/react-query';
import { type Day, formatDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useToday } from '#web/screen/use-today.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Money } from '#web/ui/money.tsx';
import { balanceQuery } from '../queries.ts';

/** The balance at the end of a day, loaded once a day is chosen. */
export function BalanceOn({
  walletId,
  day,
  onDayChange,
}: {
  walletId: Id<'wallet'>;
  day: Day | undefined;
  onDayChange: (day: Day | '') => void;
}) {
  const today = useToday();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <DateField
        label="Balance On"
        value={day ?? ''}
        onValueChange={onDayChange}
        min="1900-01-01"
        max={today}
        className="w-44"
      />
      <p className="flex min-h-9 items-center" aria-live="polite">
        {day && day >= '1900' ? (
          <PastBalance walletId={walletId} day={day} />
        ) : (
          <span className="text-xs text-third">Choose a day to see the balance then.</span>
        )}
      </p>
    </div>
  );
}

function PastBalance({ walletId, day }: { walletId: Id<'wallet'>; day: Day }) {
  const query = useQuery(balanceQuery(walletId, day));
  if (query.data) {
    const { balance, currencyCode } = query.data;
    return (
      <span>
        <Money cents={balance} currency={currencyCode} tone="balance" className="font-medium" />{' '}
        <span className="text-xs text-third">at the end of {formatDay(day)}</span>
      </span>
    );
  }
  if (query.isError) {
    return (
      <span className="text-xs text-owes">
        Couldn't load the balance. {query.error.message}{' '}
        <TextButton onClick={() => void query.refetch()} className="font-medium">
          Retry
        </TextButton>
      </span>
    );
  }
  return <span className="text-xs text-third">Loading balance...</span>;
}
