import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Id } from '#kit/id.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import {
  OverlayHost,
  type ScreenOverlayProps,
  useCloseWhenMissing,
} from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import { paymentCalls } from '../contract.ts';
import { paymentQuery } from './queries.ts';
import type { PaymentDialog, PaymentsSearch } from './search.ts';
import { useActs } from './use-acts.ts';
import type { PaymentsAddress } from './use-payments-address.ts';

const PaymentPanel = lazyNamed(() => import('./payment-panel.tsx'), 'PaymentPanel');
const RecordPaymentDialog = lazyNamed(
  () => import('./record-payment-dialog.tsx'),
  'RecordPaymentDialog',
);
const RecordStackDialog = lazyNamed(
  () => import('./stack/record-stack-dialog.tsx'),
  'RecordStackDialog',
);
const DecisionDialog = lazyNamed(() => import('./decision-dialog.tsx'), 'DecisionDialog');

type Props = ScreenOverlayProps<PaymentsSearch> & { address: PaymentsAddress };

const panels = {
  payment: ({ search: { payment }, address, ...overlay }: Props) =>
    payment && <PaymentPanel {...overlay} paymentId={payment} address={address} />,
};

const dialogs: Record<PaymentDialog, ComponentType<Props>> = {
  record: ({ open, onClose, search }) => (
    <RecordPaymentDialog open={open} onClose={onClose} initial={search} />
  ),
  'record-many': RecordStack,
  reject: withSubject('reject'),
  'take-back': withSubject('takeBack'),
};

/** The panel and the dialogs of payments. */
export function PaymentOverlays({ address }: { address: PaymentsAddress }) {
  const { search, closePanel, closeDialog } = address;
  return (
    <OverlayHost
      panels={[{ overlays: panels, openName: search.payment && 'payment', onClose: closePanel }]}
      dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
      search={search}
      context={{ address }}
    />
  );
}

/** Only for whom the server lets record for the chapter. */
function RecordStack({ open, onClose }: Props) {
  const mayRecord = useMayCall()(paymentCalls.recordBatch);
  useCloseWhenMissing(!mayRecord, { open, onClose });
  return mayRecord && <RecordStackDialog open={open} onClose={onClose} />;
}

/** Asks for a reason, unless the payment is missing or the member may not do this to it. */
function withSubject(act: 'reject' | 'takeBack') {
  function Loaded({ paymentId, ...overlay }: OverlayProps & { paymentId: Id<'payment'> }) {
    const query = useQuery({ ...paymentQuery(paymentId), enabled: overlay.open });
    const actsOf = useActs();
    const found = useInitial(query.data);
    const mayAct = useInitial(found && actsOf(found).has(act));
    useCloseWhenMissing((query.isError && !found) || mayAct === false, overlay);
    return found && mayAct && <DecisionDialog {...overlay} payment={found} act={act} />;
  }
  return function SubjectDialog({ open, onClose, search: { subject } }: Props) {
    return subject && <Loaded open={open} onClose={onClose} paymentId={subject} />;
  };
}
