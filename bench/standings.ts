/**
 * Standings of a chapter of 1,000 members with 1,000,000 expenses against one with 1,000, alternately
 * over HTTP and uncached.
 */
import type { ClaimGroup } from './claim.ts';
import { compareReads, timeFurtherReads } from './reads-at-size.ts';
import { withHubs } from './seeded-hub.ts';

const sizes = { few: 1_000, many: 1_000_000 };
const path = '/api/expenses/standings';

export const standings: ClaimGroup = {
  name: 'standings',
  measure: () =>
    withHubs('standings', async (make) => {
      const hub = (expenses: number) =>
        make({ members: 1_000, expenses, events: 0, transactions: 20_000 });
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const claims = await compareReads(
        few,
        many,
        [{ name: 'standings of 1,000 members', few: path, many: path }],
        '1,000,000 expenses ÷ 1,000',
      );
      const further = {
        'payments that settle 1,000 members up': '/api/expenses/settle-up',
        'standing of a member over twelve months': '/api/expenses/standing-course',
        'shares of a member by month': '/api/expenses/spending',
      };
      const lines = await timeFurtherReads(many, further, '1,000,000');
      return claims.map((claim) => ({
        ...claim,
        details: [...(claim.details ?? []), ...lines],
      }));
    }),
};
