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
  'new-charge': NewCharge,
  'late-fee': NewCharge,
  'cancel-charge': CancelCharge,
  waive: (props) => <OfItem {...props} Dialog={WaiveDialog} />,
  move: (props) => <OfItem {...props} Dialog={MoveDialog} />,
  cancel: (props) => <OfItem {...props} Dialog={CancelItemDialog} />,
  pause: ({ open, onClose, search: { member } }) =>
    member && <Pause open={open} onClose={onClose} memberId={member} />,
};

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

function NewCharge({ open, onClose, search: { of, dialog } }: Props) {
  return (
    <NewChargeDialog open={open} onClose={onClose} of={of} isLateFee={dialog === 'late-fee'} />
  );
}

function CancelCharge({ open, onClose, search: { of } }: Props) {
  const { data, isError } = useQuery(chargeQuery(of));
  useCloseWhenMissing((isError && !data) || data?.itemCount === 0, { open, onClose });
  return data && <CancelChargeDialog open={open} onClose={onClose} charge={data} />;
}

function Pause({ memberId, ...overlay }: OverlayProps & { memberId: Id<'member'> }) {
  const { data, isError } = useQuery(memberDuesQuery(memberId));
  useCloseWhenMissing(isError && !data, overlay);
  return data && <PauseDialog {...overlay} dues={data} />;
}

/** With the latest version of what it is about, so that after a conflict a second press is based on that. */
function OfItem({
  Dialog,
  open,
  onClose,
  search: { of, subject },
}: Props & { Dialog: ComponentType<OverlayProps & { item: ChargeItem }> }) {
  const { data, isError } = useQuery(chargeQuery(of));
  const item = data?.items.find(({ id }) => id === subject);
  const isMissing = (isError && !data) || (data !== undefined && item?.canceledAt !== null);
  useCloseWhenMissing(isMissing, { open, onClose });
  return item && <Dialog open={open} onClose={onClose} item={item} />;
}
