import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import {
  bankBalanceCalls,
  type SavedBankBalance,
} from '#features/chapters/bank-balance-contract.ts';
import { bankBalanceQuery } from '#features/chapters/web/shared/bank-balance-query.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

const BankBalanceForm = lazyNamed(() => import('./bank-balance-form.tsx'), 'BankBalanceForm');

/** The chapter's bank balance, as a treasurer last entered it. */
export function BankBalanceCard() {
  const query = useQuery(bankBalanceQuery);
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The button gets the focus back once it is rendered again.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Card label="Bank Balance">
      <QueryView
        query={query}
        loading={
          <Loading label="Loading the bank balance...">
            <Skeleton className="h-24 max-sm:h-11" />
          </Loading>
        }
        failure="Couldn't load the bank balance."
      >
        {(saved) => {
          const shown = (
            <BankBalance saved={saved} opener={opener} onEdit={() => setIsEditing(true)} />
          );
          if (!isEditing) return shown;
          return (
            <Suspense fallback={shown}>
              <BankBalanceForm saved={saved} onClose={() => setIsEditing(false)} />
            </Suspense>
          );
        }}
      </QueryView>
    </Card>
  );
}

function BankBalance({
  saved: { bankBalance, enteredAt },
  opener,
  onEdit,
}: {
  saved: SavedBankBalance;
  opener: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}) {
  const { chapter } = useSession();
  const mayEdit = useMayCall()(bankBalanceCalls.change);
  const isSet = bankBalance !== null;
  return (
    <div className="flex items-center justify-between gap-2 sm:flex-wrap">
      <h2 className="text-sm font-medium text-third">Bank Balance</h2>
      {isSet && mayEdit && (
        <IconButton
          ref={opener}
          label="Edit bank balance"
          icon={<Pencil />}
          onClick={onEdit}
          className="max-sm:order-1 max-sm:-mr-2"
        />
      )}
      <p className="font-semibold max-sm:ml-auto sm:w-full sm:text-figure sm:tracking-tight">
        {isSet ? (
          <Money cents={bankBalance} tone={bankBalance < 0 ? 'owes' : 'plain'} />
        ) : (
          <span className="text-third">Not set</span>
        )}
      </p>
      {isSet ? (
        enteredAt && (
          <p className="w-full text-xs text-third max-sm:hidden">
            As of <DateText at={enteredAt} zone={chapter.timeZone} />
          </p>
        )
      ) : mayEdit ? (
        <Button ref={opener} size="sm" onClick={onEdit}>
          Set the Bank Balance
        </Button>
      ) : (
        <p className="w-full text-xs text-third max-sm:hidden">A treasurer or admin can set it.</p>
      )}
    </div>
  );
}
