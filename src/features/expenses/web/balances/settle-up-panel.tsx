import { useQuery } from '@tanstack/react-query';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney, sumCents } from '#kit/money.ts';
import { maySeeAllWallets, roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { Payment } from '../../settle-up.ts';
import { standingsQuery } from '../balances-query.ts';
import { unknownName } from '../people.ts';
import { HowToPayButton } from './how-to-pay-button.tsx';
import { OwnReasons } from './own-reasons.tsx';
import { type Party, PaymentList } from './payment-list.tsx';
import { settleUpQuery } from './settle-up-query.ts';
import { StandingSummary } from './standing-summary.tsx';

/**
 * What a member has or has to pay, the payments proposed for it and, for the user, the expenses that it
 * comes from. Everyone's payments are for those who keep the books, folded away.
 */
export function SettleUpPanel({
  member,
  onWhy,
  onSettleAll,
  ...overlay
}: OverlayProps & {
  /** The member whose payments are listed first; by default the user. */
  member: Id<'member'> | undefined;
  onWhy: (member: Id<'member'>) => void;
  onSettleAll: () => void;
}) {
  const standings = useQuery(standingsQuery);
  const plan = useQuery(settleUpQuery);
  const { me, chapter } = useSession();
  const seesAll = maySeeAllWallets(me.role, chapter.membersSeeWallets);
  const first = seesAll && member ? member : me.memberId;
  const names = new Map(standings.data?.items.map((item) => [item.memberId, item.name]));
  const toParty = (memberId: Id<'member'> | null): Party => ({
    memberId,
    name: memberId === null ? 'The chapter' : (names.get(memberId) ?? unknownName),
    isMe: memberId === me.memberId,
  });
  const isTheirs = ({ from, to }: Payment) => from === first || to === first;
  const keepsBooks = roleSuffices(me.role, 'treasurer');
  const left = plan.data?.left.filter((payment) => keepsBooks || isTheirs(payment)) ?? [];
  const failed = plan.isError ? plan : standings;
  return (
    <Sheet
      {...overlay}
      title="Settle Up"
      description="Open expenses and wallets, and the payments that clear them"
      subjectId="settle-up"
      footer={
        standings.data?.items.some((item) => item.open !== 0) && (
          <Button className="flex-1" onClick={onSettleAll}>
            Settle Expenses...
          </Button>
        )
      }
    >
      <div className="m-5 rounded-card border border-line px-4 py-3">
        <StandingSummary
          memberId={first}
          onOpenShares={() => onWhy(first)}
          actions={first === me.memberId && <HowToPayButton />}
        />
        {plan.data && standings.data && (
          <>
            {plan.data.items.some(isTheirs) && (
              <p className="mb-1 text-xs text-third">
                {describeRoutes(
                  plan.data.items.some(({ from, to }) => from === me.memberId && to !== null) &&
                    first === me.memberId &&
                    chapter.saysHowToPay,
                )}
              </p>
            )}
            <PaymentList
              label={first === me.memberId ? 'Your payments' : `${toParty(first).name}'s payments`}
              payments={plan.data.items.filter(isTheirs)}
              toParty={toParty}
              onWhy={onWhy}
            />
          </>
        )}
      </div>
      {plan.data && standings.data ? (
        <>
          <Nothing
            isToPay={plan.data.items.some(keepsBooks ? () => true : isTheirs)}
            isEveryone={keepsBooks}
            left={left}
            smallest={plan.data.smallestPayment}
          />
          {first === me.memberId && <OwnReasons />}
          {keepsBooks && (
            <OtherPayments
              payments={plan.data.items.filter((payment) => !isTheirs(payment))}
              toParty={toParty}
              onWhy={onWhy}
            />
          )}
        </>
      ) : plan.isError || standings.isError ? (
        <QueryFailure title="Couldn't load the payments." query={failed} />
      ) : (
        <LoadingRows label="Loading payments..." rows={5} />
      )}
    </Sheet>
  );
}

/** That there is nothing to pay, or what is left for next time. */
function Nothing({
  isToPay,
  isEveryone,
  left,
  smallest,
}: {
  /** Whether anything is to be paid now. */
  isToPay: boolean;
  isEveryone: boolean;
  left: readonly Payment[];
  smallest: Cents;
}) {
  const note = left.length > 0 && (
    <p className="text-xs text-third">{describeLeft(left, smallest)}</p>
  );
  if (isToPay) return note && <div className="px-5 pb-4">{note}</div>;
  const title =
    left.length > 0
      ? 'Nothing to pay now'
      : isEveryone
        ? 'Everyone is settled up'
        : "You're settled up";
  return <EmptyState title={title}>{note || 'No payments needed.'}</EmptyState>;
}

/** For treasurers and admins: what the others would pay each other. */
function OtherPayments({
  payments,
  toParty,
  onWhy,
}: {
  payments: readonly Payment[];
  toParty: (memberId: Id<'member'> | null) => Party;
  onWhy: (member: Id<'member'>) => void;
}) {
  if (payments.length === 0) return null;
  return (
    <Disclosure
      summary={plural(payments.length, 'other payment')}
      className="border-t border-line px-5 py-3"
    >
      <p className="mb-2 text-xs text-third">
        These payments are suggestions. No money moves until someone pays.
      </p>
      <PaymentList label="Other payments" payments={payments} toParty={toParty} onWhy={onWhy} />
    </Disclosure>
  );
}

function describeRoutes(canPayChapter: boolean): string {
  return canPayChapter
    ? `Pay the chapter the full amount (see How to Pay), or pay the people below. ${whyThese}`
    : whyThese;
}

const whyThese =
  "This plan settles all balances in a few payments, so you may pay someone you didn't share an expense with.";

function describeLeft(left: readonly Payment[], smallest: Cents): string {
  const total = formatMoney(sumCents(left.map(({ amount }) => amount)));
  return left.length === 1
    ? `1 amount below ${formatMoney(smallest)} is left for next time, ${total}.`
    : `${left.length} amounts below ${formatMoney(smallest)} are left for next time, ${total} in total.`;
}
