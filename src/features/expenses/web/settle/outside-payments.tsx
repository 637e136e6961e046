import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { Money } from '#web/ui/money.tsx';
import type { OpenExpense } from '../../expense.ts';
import { leaveOutPaid, planOutsidePayments } from '../../settling/paid-outside.ts';
import { describeMoves } from '../../settling/paid-words.ts';
import { unknownName } from '../people.ts';
import type { PaidOutsideForm } from './use-paid-outside.tsx';

/**
 * The payments that settling these expenses records. Of one expense, members who have not paid are unticked: they
 * are charged and still owe their share.
 */
export function OutsidePayments({
  expenses,
  names,
  form,
}: {
  expenses: readonly OpenExpense[];
  names: ReadonlyMap<Id<'member'>, string>;
  form: PaidOutsideForm;
}) {
  const { me } = useSession();
  const getName = (party: Id<'member'> | null) =>
    party === null ? 'the chapter' : (names.get(party) ?? unknownName);
  const getNameToMe = (party: Id<'member'> | null) =>
    party === me.memberId ? 'you' : getName(party);
  const planned = expenses
    .flatMap((expense) =>
      leaveOutPaid(planOutsidePayments(expense), expense.payments ?? []).map((payment) => ({
        ...payment,
        expense,
      })),
    )
    .toSorted((one, other) => getName(one.from).localeCompare(getName(other.from), 'en'));
  const canChoose = expenses.length === 1 && planned.length > 1;
  const paid = canChoose ? planned.filter(({ from }) => !form.unpaid.includes(from)) : planned;
  const isAnyUnpaid = paid.length < planned.length;
  return (
    <section aria-labelledby="paid-outside">
      <h3 id="paid-outside" className="font-medium">
        Paid Outside
      </h3>
      <p className="mt-0.5 text-third">
        {planned.length === 0
          ? 'Everyone has recorded what they paid.'
          : paid.length === 0
            ? 'No payment is recorded. Everyone is charged and still owes their share.'
            : describeMoves(paid, getNameToMe, me.role !== 'member')}
        {paid.length > 0 &&
          isAnyUnpaid &&
          ' Anyone left unchecked is charged and still owes their share.'}
      </p>
      <ul className="mt-1 divide-y divide-soft">
        {planned.map(({ expense, from, to, amount }) => {
          const words = (
            <>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {getName(from)} <span className="text-third">pays {getName(to)}</span>
              </span>
              <Money cents={amount} />
            </>
          );
          return (
            <li key={`${expense.id} ${from} ${to}`}>
              {canChoose ? (
                <label className="flex min-h-11 items-center gap-2.5 py-1">
                  <input
                    type="checkbox"
                    className="choice"
                    checked={!form.unpaid.includes(from)}
                    onChange={({ target }) =>
                      form.setUnpaid(
                        target.checked
                          ? form.unpaid.filter((id) => id !== from)
                          : [...form.unpaid, from],
                      )
                    }
                  />
                  {words}
                </label>
              ) : (
                <span className="flex min-h-11 items-center gap-2.5 py-1">{words}</span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-3">{form.fields}</div>
    </section>
  );
}
