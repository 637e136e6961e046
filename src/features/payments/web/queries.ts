/** Queries and mutations of payments. A write refetches whatever a posting may have changed. */
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { expensesKey } from '#features/expenses/keys.ts';
import { walletsKey } from '#features/wallets/keys.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import {
  maxBatch,
  type NewBatch,
  type NewPayment,
  type Payment,
  type PaymentStatus,
  paymentCalls,
} from '../contract.ts';
import { paymentsKey } from '../keys.ts';

const paymentsPerPage = 40;

export type PaymentFilter = {
  readonly status: PaymentStatus | undefined;
  readonly depositId: Id<'deposit'> | undefined;
};

export function paymentListQuery({ page, ...filter }: PaymentFilter & { readonly page: number }) {
  // A deposit is shown whole, with its sum.
  const take = filter.depositId ? maxBatch : paymentsPerPage;
  const query = { skip: (page - 1) * take, take, ...filter };
  return queryOptions({
    queryKey: [...paymentsKey, 'list', query],
    queryFn: async ({ signal }) => (await call(paymentCalls.list, { query, signal })).payments,
    placeholderData: keepPreviousData,
  });
}

/** The payments that wait for anyone the member may see. */
export const waitingPaymentsQuery = queryOptions({
  queryKey: [...paymentsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const query = { status: 'waiting', take: 200 } as const;
    return (await call(paymentCalls.list, { query, signal })).payments.items;
  },
});

export function paymentQuery(paymentId: Id<'payment'>) {
  return callQuery([...paymentsKey, 'one', paymentId], paymentCalls.detail, {
    params: { paymentId },
  });
}

export function useRecordPayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: { body: NewPayment; idempotencyKey: string }) =>
      call(paymentCalls.record, sent),
    onSuccess: (payment) => client.setQueryData(paymentQuery(payment.id).queryKey, payment),
    onSettled: () => refresh(client),
  });
}

export function useRecordBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: { body: NewBatch; idempotencyKey: string }) =>
      call(paymentCalls.recordBatch, sent),
    onSettled: () => refresh(client),
  });
}

export type Decision =
  | { readonly act: 'confirm' | 'withdraw'; readonly reason?: undefined }
  | { readonly act: 'reject' | 'takeBack'; readonly reason: string };

export function useDecidePayment({ id, version }: Pick<Payment, 'id' | 'version'>) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (decision: Decision) => {
      const idempotencyKey = idempotency.keyFor(decision);
      const sent = { params: { paymentId: id }, ifMatch: version, idempotencyKey };
      const { act, reason } = decision;
      return reason === undefined
        ? call(paymentCalls[act], sent)
        : call(paymentCalls[act], { ...sent, body: { reason } });
    },
    onSuccess: (payment) => {
      idempotency.done();
      client.setQueryData(paymentQuery(id).queryKey, payment);
    },
    onSettled: () => refresh(client),
  });
}

function refresh(client: QueryClient): void {
  for (const queryKey of [paymentsKey, walletsKey, expensesKey]) {
    void client.invalidateQueries({ queryKey });
  }
}
