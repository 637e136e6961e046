import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

export function chargeQuery(chargeId: Id<'charge'> | undefined) {
  const params = { chargeId: chargeId as Id<'charge'> };
  const query = callQuery([...duesKey, 'charge', chargeId], dueCalls.charge, { params });
  return { ...query, enabled: chargeId !== undefined };
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

export const proposalsQuery = queryOptions({
  queryKey: [...duesKey, 'proposals'],
  queryFn: async ({ signal }) => (await call(dueCalls.proposals, { signal })).items,
});

export const useDropProposal = () =>
  useWrite([...duesKey, 'proposals'], (chargeId: Id<'charge'>) =>
    call(dueCalls.dropProposal, { params: { chargeId } }),
  );

/** A write of money, which a second press of the same repeats. It refetches whatever a posting may have changed. */
function usePosting<Input, Reply>(write: (input: Input, idempotencyKey: string) => Promise<Reply>) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => write(input, idempotency.keyFor(input)),
    onSettled: () => {
      // The keys of dues are below those of wallets.
      for (const queryKey of [walletsKey, expensesKey]) void client.invalidateQueries({ queryKey });
    },
  });
}

export const useCreateCharge = () =>
  usePosting((body: NewCharge, idempotencyKey) => call(dueCalls.create, { body, idempotencyKey }));

type Reason = { readonly reason: string };

export const useCancelCharge = (chargeId: Id<'charge'>) =>
  usePosting((body: Reason, idempotencyKey) =>
    call(dueCalls.cancel, { params: { chargeId }, body, idempotencyKey }),
  );

const toItem = ({ chargeId, id, version }: ChargeItem) => ({
  params: { chargeId, itemId: id },
  ifMatch: version,
});

export const useCancelItem = (item: ChargeItem) =>
  usePosting((body: Reason, idempotencyKey) =>
    call(dueCalls.cancelItem, { ...toItem(item), body, idempotencyKey }),
  );

export const useWaive = (item: ChargeItem) =>
  usePosting((body: Reason & { readonly amount: Cents }, idempotencyKey) =>
    call(dueCalls.waive, { ...toItem(item), body, idempotencyKey }),
  );

export const useMove = (item: ChargeItem) =>
  usePosting((body: { readonly dueOn: Day }, idempotencyKey) =>
    call(dueCalls.move, { ...toItem(item), body, idempotencyKey }),
  );

export const usePause = (memberId: Id<'member'>) =>
  useWrite(duesKey, (body: { until: Day | null; note?: string }) =>
    call(dueCalls.pause, { params: { memberId }, body }),
  );
