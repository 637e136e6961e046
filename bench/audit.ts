/**
 * The audit of a chapter with 1,000,000 records against one with 1,000: every filter of its page, its
 * pages and one record, asked in turns over HTTP.
 */
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import type { ClaimGroup } from './claim.ts';
import { compareReads, furtherTimes, type Reader } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';
import { asOwner } from './tpcb.ts';

const sizes = { few: 1_000, many: 1_000_000 };
/** In as many records of each chapter, and in no word besides. */
const rare = { word: 'lighthouse', records: 20 };

type Chapter = Reader & {
  readonly newest: number;
  readonly recordId: string;
  readonly actorId: string;
};

/** Twenty of each, which is how many the small chapter has of what is rare. */
const reads = {
  'first page': () => '?take=20',
  'page 250 of four': ({ newest }: Chapter) => `?take=4&before=${newest - 996}`,
  'of a person': ({ actorId }: Chapter) => `?take=20&actorId=${actorId}`,
  'of a kind': () => '?take=20&kind=expense',
  'of an action that is rare': () => '?take=20&action=lighthouse.light',
  'a month': () => '?take=20&from=2026-03-01&to=2026-03-31',
  'a word of twenty': () => `?take=20&search=${rare.word}`,
  choices: () => '/choices',
  'one record': ({ recordId }: Chapter) => `/${recordId}`,
};

/** What grows with what it finds. */
const furtherReads = {
  'a word of all': () => '?search=dinner',
  'a person and a kind': ({ actorId }: Chapter) => `?actorId=${actorId}&kind=event`,
};

export const audit: ClaimGroup = {
  name: 'audit',
  measure: () =>
    withHubs('audit', async (make) => {
      const hub = async (records: number) =>
        withRecords(await make({ members: 40, expenses: 0, events: 0, transactions: 0 }), records);
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const asked = Object.entries(reads).map(([name, path]) => ({
        name,
        few: `/api/audit${path(few)}`,
        many: `/api/audit${path(many)}`,
      }));
      const further = Object.fromEntries(
        Object.entries(furtherReads).map(([name, path]) => [name, `/api/audit${path(many)}`]),
      );
      const [first, ...claims] = await compareReads(few, many, asked, '1,000,000 records ÷ 1,000');
      if (!first) return [];
      const details = [
        ...(first.details ?? []),
        ...(await furtherTimes(many, further, '1,000,000')),
      ];
      return [{ ...first, details }, ...claims];
    }),
};

/** Records as the hub writes them, three years of them, and all of them sealed. */
async function withRecords(hub: SeededHub, records: number): Promise<Chapter> {
  const host = socketFolder(hub.folder, postgresUser(`${hub.folder}/postgres`));
  await asOwner({ host, user: OWNER_ROLE }, DATABASE, [
    `insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, before, after)
      select m.chapter_id, uuidv7(), timestamptz '2024-01-01' + n * interval '3 years' / ${records},
        m.id,
        case when n % (${records} / ${rare.records}) = 0 then 'lighthouse.light'
          when n % 3 = 0 then 'event.update' else 'expense.update' end,
        case when n % 3 = 0 then 'event' else 'expense' end, uuidv7(), null,
        jsonb_build_object('title', case when n % (${records} / ${rare.records}) = 0
          then '${rare.word} ' else 'Dinner ' end || n, 'total', n)
      from generate_series(1, ${records}) n
      join (select chapter_id, id, row_number() over (order by id) - 1 as place
        from hub.member) m on m.place = n % 40`,
    'select hub.seal_audit(chapter_id, now(), 2147483647) from hub.audit_waiting',
    'vacuum (analyze)',
  ]);
  const { items } = JSON.parse(await hub.ask('GET', '/api/audit?take=50'));
  const [newest, another] = [items[0], items[20]];
  const { next } = JSON.parse(await hub.ask('GET', '/api/audit?take=1'));
  return { ...hub, newest: next, recordId: newest.id, actorId: another.actor.id };
}
