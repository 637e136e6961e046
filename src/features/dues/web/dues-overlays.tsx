import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import {
  OverlayHost,
  type ScreenOverlayProps,
  useCloseWhenMissing,
} from '#web/screen/overlays.tsx';
import type { ChargeItem } from '../contract.ts';
import { chargeQuery, memberDuesQuery } from './queries.ts';
import type { DuesDialog, DuesSearch } from './search.ts';
import type { DuesAddress } from './use-dues-address.ts';

const MemberPanel = lazyNamed(() => import('./member/member-panel.tsx'), 'MemberPanel');
const NewChargeDialog = lazyNamed(() => import('./form/new-charge-dialog.tsx'), 'NewChargeDialog');
const loadCancelDialogs = () => import('./acts/cancel-dialogs.tsx');
const CancelChargeDialog = lazyNamed(loadCancelDialogs, 'CancelChargeDialog');
const CancelItemDialog = lazyNamed(loadCancelDialogs, 'CancelItemDialog');
const PauseDialog = lazyNamed(() => import('./acts/pause-dialog.tsx'), 'PauseDialog');
const loadItemDialogs = () => import('./acts/item-dialogs.tsx');
const WaiveDialog = lazyNamed(loadItemDialogs, 'WaiveDialog');
const MoveDialog = lazyNamed(loadItemDialogs, 'MoveDialog');

type Props = ScreenOverlayProps<DuesSearch> & { address: DuesAddress };

const panels = {
  member: ({ search: { member }, address, ...overlay }: Props) =>
    member && <MemberPanel {...overlay} memberId={member} address={address} />,
};

const dialogs: Record<DuesDialog, ComponentType<Props>> = {
  'new-charge': ({ open, onClose, search: { of } }) => (
    <NewChargeDialog open={open} onClose={onClose} of={of} isLateFee={false} />
  ),
  'late-fee': ({ open, onClose, search: { of } }) => (
    <NewChargeDialog open={open} onClose={onClose} of={of} isLateFee />
  ),
  'cancel-charge': ({ open, onClose, search: { of } }) =>
    of && <CancelCharge open={open} onClose={onClose} chargeId={of} />,
  waive: ofItem(WaiveDialog),
  move: ofItem(MoveDialog),
  cancel: ofItem(CancelItemDialog),
  pause: ({ open, onClose, search: { member } }) =>
    member && <Pause open={open} onClose={onClose} memberId={member} />,
};

/** The panel and the dialogs of dues, for treasurers. */
export function DuesOverlays({ address }: { address: DuesAddress }) {
  const { search, closePanel, closeDialog } = address;
  return (
    <OverlayHost
      panels={[{ overlays: panels, openName: search.member && 'member', onClose: closePanel }]}
      dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
      search={search}
      context={{ address }}
    />
  );
}

function CancelCharge({ chargeId, ...overlay }: OverlayProps & { chargeId: Id<'charge'> }) {
  const { data, isError } = useQuery(chargeQuery(chargeId));
  useCloseWhenMissing((isError && !data) || data?.itemCount === 0, overlay);
  return data && <CancelChargeDialog {...overlay} charge={data} />;
}

function Pause({ memberId, ...overlay }: OverlayProps & { memberId: Id<'member'> }) {
  const { data, isError } = useQuery(memberDuesQuery(memberId));
  useCloseWhenMissing(isError && !data, overlay);
  return data && <PauseDialog {...overlay} dues={data} />;
}

/** With the latest version of what it is about, so that after a conflict a second press is based on that. */
function ofItem(Dialog: ComponentType<OverlayProps & { item: ChargeItem }>) {
  function Loaded({
    chargeId,
    itemId,
    ...overlay
  }: OverlayProps & { chargeId: Id<'charge'>; itemId: Id<'charge-item'> }) {
    const { data, isError } = useQuery(chargeQuery(chargeId));
    const item = data?.items.find(({ id }) => id === itemId);
    const isMissing = (isError && !data) || (data !== undefined && item?.canceledAt !== null);
    useCloseWhenMissing(isMissing, overlay);
    return item && <Dialog {...overlay} item={item} />;
  }
  return function ItemDialog({ open, onClose, search: { of, subject } }: Props) {
    return of && subject && <Loaded open={open} onClose={onClose} chargeId={of} itemId={subject} />;
  };
}
