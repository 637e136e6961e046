import { useSession } from '#web/api/session.ts';
import type { Payment } from '../contract.ts';
import { listActs, type PaymentAct, toFacts } from '../payment.ts';

/** What the server lets the member do to a payment they see. */
export function useActs(): (payment: Payment) => ReadonlySet<PaymentAct> {
  const { me } = useSession();
  return (payment) => new Set(listActs(me, toFacts(payment)));
}
