/** Queries and mutations of dues. A write refetches whatever a posting may have changed. */
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { doorCalls } from '#features/events/door/door-contract.ts';
import { doorKey } from '#features/events/keys.ts';
import { expensesKey } from '#features/expenses/keys.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { walletsKey } from '#features/wallets/keys.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useWrite } from '#web/api/use-write.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { type ChargeItem, type DuesFilter, dueCalls, type NewCharge } from '../contract.ts';
import { duesKey } from '../keys.ts';

/** A chapter's members fit on one page. */
const membersPerPage = 200;
const chargesPerPage = 40;

export function duesListQuery({ page, show }: { page: number; show: DuesFilter | undefined }) {
  const query = { skip: (page - 1) * membersPerPage, take: membersPerPage, show };
  return queryOptions({
    queryKey: [...duesKey, 'list', query],
    queryFn: ({ signal }) => call(dueCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Only the figures of all members. */
export const duesSummaryQuery = queryOptions({
  queryKey: [...duesKey, 'summary'],
  queryFn: async ({ signal }) =>
    (await call(dueCalls.list, { query: { take: 1 }, signal })).summary,
});

/** A date of an event, who was expected and who came. As the door list is cached. */
export function doorQuery(occurrenceId: Id<'occurrence'>) {
  return callQuery([...doorKey, occurrenceId], doorCalls.list, { params: { occurrenceId } });
}

export function chargeListQuery(page: number) {
  const query = { skip: (page - 1) * chargesPerPage, take: chargesPerPage };
  return queryOptions({
    queryKey: [...duesKey, 'charges', query],
    queryFn: async ({ signal }) => (await call(dueCalls.charges, { query, signal })).charges,
    placeholderData: keepPreviousData,
  });
}

export function chargeQuery(chargeId: Id<'charge'>) {
  return callQuery([...duesKey, 'charge', chargeId], dueCalls.charge, { params: { chargeId } });
}

export function memberDuesQuery(memberId: Id<'member'>, page = 1) {
  const query = { skip: (page - 1) * chargesPerPage, take: chargesPerPage };
  return queryOptions({
    queryKey: [...duesKey, 'member', memberId, query],
    queryFn: ({ signal }) => call(dueCalls.ofMember, { params: { memberId }, query, signal }),
    placeholderData: (before, last) =>
      last?.queryKey.includes(memberId) ? keepPreviousData(before) : undefined,
  });
}

/** What the user has due, for Home, which knows no ids. */
export const ownDuesQuery = queryOptions({
  queryKey: [...duesKey, 'own'],
  queryFn: async ({ client, signal }) => {
    const view = await client.ensureQueryData(sessionQuery);
    const memberId = view.signedIn ? view.chapter?.memberId : undefined;
    if (!memberId) throw new Error('dues are of a chapter');
    return call(dueCalls.ofMember, { params: { memberId }, query: { take: 1 }, signal });
  },
});

/** Charges of a year ago that may be asked again. */
export const proposalsQuery = queryOptions({
  queryKey: [...duesKey, 'proposals'],
  queryFn: async ({ signal }) => (await call(dueCalls.proposals, { signal })).items,
});

export const useDropProposal = () =>
  useWrite([...duesKey, 'proposals'], (chargeId: Id<'charge'>) =>
    call(dueCalls.dropProposal, { params: { chargeId } }),
  );

export function useCreateCharge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: { body: NewCharge; idempotencyKey: string }) => call(dueCalls.create, sent),
    onSettled: () => refresh(client),
  });
}

export function useCancelCharge(chargeId: Id<'charge'>) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: { reason: string }) => {
      const idempotencyKey = idempotency.keyFor(body);
      return call(dueCalls.cancel, { params: { chargeId }, body, idempotencyKey });
    },
    onSettled: () => refresh(client),
  });
}

export type ItemChange =
  | { readonly act: 'waive'; readonly body: { amount: Cents; reason: string } }
  | { readonly act: 'cancel'; readonly body: { reason: string } }
  | { readonly act: 'move'; readonly body: { dueOn: Day } };

export function useChangeItem({ id, chargeId, version }: ChargeItem) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (change: ItemChange) => {
      const sent = {
        params: { chargeId, itemId: id },
        ifMatch: version,
        idempotencyKey: idempotency.keyFor(change),
      };
      switch (change.act) {
        case 'waive':
          return call(dueCalls.waive, { ...sent, body: change.body });
        case 'cancel':
          return call(dueCalls.cancelItem, { ...sent, body: change.body });
        case 'move':
          return call(dueCalls.move, { ...sent, body: change.body });
        default:
          return change satisfies never;
      }
    },
    onSettled: () => refresh(client),
  });
}

export const usePause = (memberId: Id<'member'>) =>
  useWrite(duesKey, (body: { until: Day | null; note?: string }) =>
    call(dueCalls.pause, { params: { memberId }, body }),
  );

/** The keys of dues are below those of wallets. */
function refresh(client: QueryClient): void {
  for (const queryKey of [walletsKey, expensesKey]) void client.invalidateQueries({ queryKey });
}
