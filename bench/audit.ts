/**
 * The audit log of a chapter with 1,000,000 records against one with 1,000: every filter, later pages
 * and one record, read alternately over HTTP.
 */
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import type { ClaimGroup } from './claim.ts';
import { compareReads, type Reader, timeFurtherReads } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';
import { asOwner } from './tpcb.ts';

const sizes = { few: 1_000, many: 1_000_000 };
/** Each chapter has this many records with a word that occurs nowhere else. */
const rareWord = { word: 'lighthouse', records: 20 };

type Chapter = Reader & {
  readonly newest: number;
  readonly recordId: string;
  readonly actorId: string;
};

/** Each returns twenty, as many as the small chapter has records with the rare word. */
const reads = {
  'first page': () => '?take=20',
  'page 250 of four': ({ newest }: Chapter) => `?take=4&before=${newest - 996}`,
  'by actor': ({ actorId }: Chapter) => `?take=20&actorId=${actorId}`,
  'by kind': () => '?take=20&kind=expense',
  'by a rare action': () => '?take=20&action=lighthouse.light',
  'a month': () => '?take=20&from=2026-03-01&to=2026-03-31',
  'a rare word': () => `?take=20&search=${rareWord.word}`,
  choices: () => '/choices',
  'one record': ({ recordId }: Chapter) => `/${recordId}`,
};

/** Their time grows with the number of matches. */
const furtherReads = {
  'a word in all records': () => '?search=dinner',
  'actor and kind': ({ actorId }: Chapter) => `?actorId=${actorId}&kind=event`,
};

export const audit: ClaimGroup = {
  name: 'audit',
  measure: () =>
    withHubs('audit', async (make) => {
      const hub = async (records: number) =>
        addRecords(await make({ members: 40, expenses: 0, events: 0, transactions: 0 }), records);
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const comparedReads = Object.entries(reads).map(([name, path]) => ({
        name,
        few: `/api/audit${path(few)}`,
        many: `/api/audit${path(many)}`,
      }));
      const further = Object.fromEntries(
        Object.entries(furtherReads).map(([name, path]) => [name, `/api/audit${path(many)}`]),
      );
      const [first, ...claims] = await compareReads(
        few,
        many,
        comparedReads,
        '1,000,000 records ÷ 1,000',
      );
      if (!first) return [];
      const details = [
        ...(first.details ?? []),
        ...(await timeFurtherReads(many, further, '1,000,000')),
      ];
      return [{ ...first, details }, ...claims];
    }),
};

/** Three years of records as the server writes them, all sealed. */
async function addRecords(hub: SeededHub, records: number): Promise<Chapter> {
  const host = socketFolder(hub.folder, postgresUser(`${hub.folder}/postgres`));
  await asOwner({ host, user: OWNER_ROLE }, DATABASE, [
    `insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, before, after)
      select m.chapter_id, uuidv7(), timestamptz '2024-01-01' + n * interval '3 years' / ${records},
        m.id,
        case when n % (${records} / ${rareWord.records}) = 0 then 'lighthouse.light'
          when n % 3 = 0 then 'event.update' else 'expense.update' end,
        case when n % 3 = 0 then 'event' else 'expense' end, uuidv7(), null,
        jsonb_build_object('title', case when n % (${records} / ${rareWord.records}) = 0
          then '${rareWord.word} ' else 'Dinner ' end || n, 'total', n)
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
