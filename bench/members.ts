/**
 * The directory of a chapter of 10,000: searched as one types, sorted every way, its last page. Each
 * answer as the browser waits for it, over HTTP, against the 50 ms that typing may cost; and what
 * the same search costs in a chapter of 100.
 */
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median, withinBudget } from './claim.ts';
import { compareReads, furtherTimes, timed } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';
import { asOwner } from './tpcb.ts';

const sizes = { few: 100, many: 10_000 };
const mostMilliseconds = 50;
const rounds = 100;

const reads = {
  'first page': '',
  'a word of one': 'q=lighthouse',
  'a word of everybody': 'q=member',
  'two letters': 'q=ha',
  'one letter': 'q=e',
  'three words': 'q=member+harbor+5',
  'part of an address': 'q=er-77',
  nobody: 'q=zzzz',
  'by company': 'sort=company',
  'by city, from the end': 'sort=city&direction=desc',
  'newest first': 'sort=joined&direction=desc',
  'page 166': 'skip=9900',
};

export const members: ClaimGroup = {
  name: 'members',
  measure: () =>
    withHubs('members', async (make) => {
      const hub = async (count: number) => {
        const made = await make({ members: count, expenses: 0, events: 0, transactions: 0 });
        await tellOfThemselves(made);
        return made;
      };
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const claims: Claim[] = [];
      for (const [name, query] of Object.entries(reads)) {
        claims.push(await answered(many, name, `/api/members?${query}`));
      }
      const path = '/api/members?q=lighthouse';
      const asked = [{ name: 'who is called so', few: path, many: path }];
      claims.push(...(await compareReads(few, many, asked, '10,000 members ÷ 100')));
      const [first, ...rest] = claims;
      if (!first) return [];
      const whole = { everybody: '/api/users', 'all as a table': '/api/members/export?format=csv' };
      const further = await furtherTimes(many, whole, '10,000');
      return [{ ...first, details: [...(first.details ?? []), ...further] }, ...rest];
    }),
};

async function answered(hub: SeededHub, name: string, path: string): Promise<Claim> {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const time = await timed(hub, path);
    if (round >= 0) times.push(time);
  }
  const slow = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
  return withinBudget(`${name}, of 10,000 members`, median(times), mostMilliseconds, 'ms', [
    `median of ${rounds}; 95 % within ${slow.toFixed(1)} ms`,
  ]);
}

/** Everybody has a company, a city and something to say; a third of them hides one of it. */
async function tellOfThemselves({ folder }: SeededHub): Promise<void> {
  const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
  await asOwner({ host, user: OWNER_ROLE }, DATABASE, [
    `update hub.member m set company = 'Harbor ' || n % 977, job_title = 'Founder ' || n % 13,
        city = 'Town ' || n % 211, primary_phone = '+1 619 ' || (1000000 + n),
        website = 'https://' || n || '.example.org/',
        bio = case when n = 77 then 'Keeps a lighthouse. ' else '' end
          || repeat('Builds things that last, and talks about them at length. ', 1 + (n % 6)::int),
        privacy = case n % 3 when 0 then '{"primaryPhone": "me", "bio": "admins"}'::jsonb end
      from (select chapter_id, id, row_number() over (order by id) as n from hub.member) placed
      where m.chapter_id = placed.chapter_id and m.id = placed.id`,
    'vacuum (analyze) hub.member',
  ]);
}
