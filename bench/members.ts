/**
 * The directory of a chapter with 10,000 members: searches, every sort order and the last page over
 * HTTP, each within the 50 ms allowed while typing; and one search against a chapter of 100.
 */
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median, withinBudget } from './claim.ts';
import { compareReads, timeFurtherReads, timeRead } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';
import { asOwner } from './tpcb.ts';

const sizes = { few: 100, many: 10_000 };
const maxMilliseconds = 50;
const rounds = 100;

const reads = {
  'first page': '',
  'a word in one profile': 'q=lighthouse',
  'a word in all profiles': 'q=member',
  'two letters': 'q=ha',
  'one letter': 'q=e',
  'three words': 'q=member+harbor+5',
  'part of an address': 'q=er-77',
  'no match': 'q=zzzz',
  'by company': 'sort=company',
  'by city, descending': 'sort=city&direction=desc',
  'newest first': 'sort=joined&direction=desc',
  'page 166': 'skip=9900',
};

export const members: ClaimGroup = {
  name: 'members',
  measure: () =>
    withHubs('members', async (make) => {
      const hub = async (count: number) => {
        const made = await make({ members: count, expenses: 0, events: 0, transactions: 0 });
        await fillProfiles(made);
        return made;
      };
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const claims: Claim[] = [];
      for (const [name, query] of Object.entries(reads)) {
        claims.push(await measureRead(many, name, `/api/members?${query}`));
      }
      const path = '/api/members?q=lighthouse';
      const comparedReads = [{ name: 'a search with one match', few: path, many: path }];
      claims.push(...(await compareReads(few, many, comparedReads, '10,000 members ÷ 100')));
      const [first, ...rest] = claims;
      if (!first) return [];
      const whole = { 'all users': '/api/users', 'CSV export': '/api/members/export?format=csv' };
      const further = await timeFurtherReads(many, whole, '10,000');
      return [{ ...first, details: [...(first.details ?? []), ...further] }, ...rest];
    }),
};

async function measureRead(hub: SeededHub, name: string, path: string): Promise<Claim> {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const time = await timeRead(hub, path);
    if (round >= 0) times.push(time);
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
  return withinBudget(`${name}, of 10,000 members`, median(times), maxMilliseconds, 'ms', [
    `median of ${rounds}; p95 ${p95.toFixed(1)} ms`,
  ]);
}

/** Gives every member a company, a city and a bio; a third restrict two of their fields. */
async function fillProfiles({ folder }: SeededHub): Promise<void> {
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
