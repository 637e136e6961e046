import { useQuery } from '@tanstack/react-query';
import { SettlementWallet } from '#features/wallets/web/shared/settlement-wallet.tsx';
import { plural } from '#kit/counts.ts';
import { formatDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { MemberDuesDetail } from '../../contract.ts';
import { ItemRows } from '../charges/item-rows.tsx';
import { describeDues } from '../dues-words.ts';
import { memberDuesQuery, usePause } from '../queries.ts';
import { StatusWords } from '../status-words.tsx';
import type { DuesAddress } from '../use-dues-address.ts';
import { Debts } from './debts.tsx';
import { RecordLink } from './record-link.tsx';

export function MemberPanel({
  memberId,
  address,
  open,
  onClose,
}: OverlayProps & { memberId: Id<'member'>; address: DuesAddress }) {
  const query = useQuery({ ...memberDuesQuery(memberId), enabled: open });
  const dues = query.data;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<span className="wrap-anywhere">{dues?.member.name ?? 'Member'}</span>}
      subjectId={memberId}
      footer={dues && <RecordLink dues={dues} />}
    >
      <QueryView
        query={query}
        loading={<LoadingRows label="Loading dues..." rows={4} />}
        failure="Couldn't load the dues."
        notFound={
          <EmptyState title="Member not found">They were never in this chapter.</EmptyState>
        }
      >
        {(data) => <Content dues={data} address={address} />}
      </QueryView>
    </Sheet>
  );
}

function Content({ dues, address }: { dues: MemberDuesDetail; address: DuesAddress }) {
  const today = useToday();
  const { member, hasLeft, open, debts, charges } = dues;
  return (
    <>
      <SheetSection
        title="Open"
        aside={
          !hasLeft && (
            <TextLink to="/members/$memberId" params={{ memberId: member.id }}>
              Profile
            </TextLink>
          )
        }
      >
        <Money cents={open} className="mb-2 block text-title-phone font-semibold" />
        <StatusWords words={describeDues(dues, today)} />
        {debts.length > 0 && (
          <div className="mt-2">
            <Debts debts={debts} today={today} />
            <SettlementWallet memberId={member.id} />
          </div>
        )}
      </SheetSection>
      <Reminders dues={dues} address={address} />
      <SheetSection title="Charges">
        {charges.totalCount === 0 ? (
          <p className="text-third">Nothing has been charged yet.</p>
        ) : (
          <div className="-mx-4 sm:-mx-5">
            <ItemRows items={charges.items} address={address} />
          </div>
        )}
        {charges.totalCount > charges.items.length && (
          <p className="text-xs text-third">
            and {plural(charges.totalCount - charges.items.length, 'older charge')}
          </p>
        )}
      </SheetSection>
    </>
  );
}

function Reminders({ dues, address }: { dues: MemberDuesDetail; address: DuesAddress }) {
  const { timeZone } = useSession().chapter;
  const today = useToday();
  const { member, remindedAt, pausedUntil, pauseNote, waiting } = dues;
  const pause = usePause(member.id);
  const isPaused = pausedUntil !== null && pausedUntil >= today;
  const endPause = () =>
    pause.mutate(
      { until: null },
      {
        onSuccess: () => toast.success('Reminders resumed'),
        onError: (error) => toastFailure("Couldn't end the pause", error),
      },
    );
  return (
    <SheetSection title="Reminders">
      <p>
        {remindedAt ? (
          <>
            Last on <DateText at={remindedAt} zone={timeZone} />
          </>
        ) : (
          'None yet'
        )}
      </p>
      {isPaused && <p>Paused until {formatDay(pausedUntil)}</p>}
      {isPaused && pauseNote && <p className="text-second wrap-anywhere">“{pauseNote}”</p>}
      {waiting > 0 && (
        <p className="text-third">
          The member says they paid {formatMoney(waiting)}.{' '}
          <TextLink to="/payments">See Payments</TextLink>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => address.pause()}>
          {isPaused ? 'Change Pause...' : 'Pause Reminders...'}
        </Button>
        {isPaused && (
          <Button size="sm" isBusy={pause.isPending} busyLabel="Resuming..." onClick={endPause}>
            End Pause
          </Button>
        )}
      </div>
    </SheetSection>
  );
}
