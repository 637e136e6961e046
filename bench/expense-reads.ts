/**
 * Reads of a chapter with 1,000,000 expenses against one with 1,000, each with 40 members,
 * alternately over HTTP and uncached. With 1,000 expenses, page 250 exists only at four per page, so
 * both are asked for that.
 */
import type { ClaimGroup } from './claim.ts';
import { compareReads, type Reader, timeFurtherReads } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';

const sizes = { few: 1_000, many: 1_000_000 };

/** In 20 expenses of each chapter; no seeded text contains it. */
export const rareWord = 'lighthouse';

/** Paths below `/api/expenses`. */
const reads = {
  balances: () => '/balances',
  standings: () => '/standings',
  'first page': () => '?skip=0&take=40&corrections=current',
  'page 250': () => '?skip=996&take=4',
  search: () => `?skip=0&take=40&searchTerm=${rareWord}`,
  detail: ({ expenseId }: Chapter) => `/${expenseId}`,
};

/** Reported for 1,000,000 only: grows with the matches or has no counterpart at 1,000. */
const furtherReads = {
  'page 250 of 40': () => '?skip=9960&take=40&corrections=current',
  total: () => '/total',
  'payments that settle up': () => '/settle-up',
  categories: () => '/categories',
  'what makes up a balance': ({ memberId }: Chapter) => `/balances/${memberId}`,
  'by a payer': ({ memberId }: Chapter) => `?paidBy=${memberId}`,
  'by a participant': ({ memberId }: Chapter) => `?participantId=${memberId}`,
  'open expenses': () => '?status=open',
  'a month': () => '?from=2026-01-01&to=2026-01-31',
  'sorted by a participant': ({ memberId }: Chapter) =>
    `?sort=member&memberId=${memberId}&direction=desc`,
  'sorted by title': () => '?sort=title',
  'sorted by total': () => '?sort=total&direction=desc',
  'sorted by payer': () => '?sort=payer',
  'sorted by count': () => '?sort=count',
};

type Chapter = Reader & { readonly expenseId: string; readonly memberId: string };

export const expenseReads: ClaimGroup = {
  name: 'expense-reads',
  measure: () =>
    withHubs('expense-reads', async (make) => {
      const hub = async (expenses: number) =>
        addRareExpenses(await make({ members: 40, expenses, events: 0, transactions: 0 }));
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const comparedReads = Object.entries(reads).map(([name, path]) => ({
        name,
        few: `/api/expenses${path(few)}`,
        many: `/api/expenses${path(many)}`,
      }));
      const sizesCompared = '1,000,000 expenses ÷ 1,000';
      const further = Object.fromEntries(
        Object.entries(furtherReads).map(([name, path]) => [name, `/api/expenses${path(many)}`]),
      );
      const [first, ...claims] = await compareReads(few, many, comparedReads, sizesCompared);
      if (!first) return [];
      const details = [
        ...(first.details ?? []),
        ...(await timeFurtherReads(many, further, '1,000,000')),
      ];
      return [{ ...first, details }, ...claims];
    }),
};

/** Adds twenty expenses with the rare word. */
export async function addRareExpenses({ ask, dropCache }: SeededHub): Promise<Chapter> {
  const { items: people } = JSON.parse(await ask('GET', '/api/users'));
  const ids: string[] = people.map((member: { id: string }) => member.id);
  const participants = ids.slice(0, 8);
  let expenseId = '';
  for (let n = 1; n <= 20; n += 1) {
    const body = {
      title: `${rareWord} ${n}`,
      amount: n,
      expenseDate: `2026-03-${String(n).padStart(2, '0')}T18:00:00.000Z`,
      participants,
      paidBy: participants[0],
    };
    expenseId = JSON.parse(await ask('POST', '/api/expenses', JSON.stringify(body))).id;
  }
  return { ask, dropCache, expenseId, memberId: participants[1] ?? '' };
}
