/**
 * Many chapters of about a year on one server: what the check of a start or a night costs when few of them changed
 * since they were proved, against the check of everything.
 */
import pg from 'pg';
import { toInstant } from '#kit/day.ts';
import { checkChapters, type FiguresScope } from '#server/checks/reconciliation.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import { withHubs } from './seeded-hub.ts';

/** As many as are made in a minute; `CHAPTERS` sets more. */
const chapters = Number(process.env.CHAPTERS ?? 100);
const changed = Math.ceil(chapters / 50);
const rounds = 5;
/** About a year. */
const size = { members: 40, expenses: 400, events: 0, transactions: 500 };

export const proof: ClaimGroup = {
  name: 'proof',
  measure: () =>
    withHubs('proof', async (make) => {
      const { folder } = await make(size);
      const running = await findEmbeddedPostgres(folder);
      if (!running) throw new Error('the server that was just started has no database');
      const owner = new pg.Client({ connectionString: running.ownerUrl });
      await owner.connect();
      try {
        await copyChapter(owner);
        return [await measure(owner, running.appUrl)];
      } finally {
        await owner.end();
      }
    }),
};

/** All that figures are computed from, past the triggers, which would compute them again. */
async function copyChapter(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = ''
    where c.relkind = 'r' and c.oid in (
      select d.refobjid from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
        and d.refclassid = 'pg_class'::regclass
      where r.ev_class = 'hub.figures_stamp'::regclass)
    group by c.relname`,
  );
  await owner.query(`begin; set local session_replication_role = replica`);
  await owner.query(`create temporary table copy as
    select gen_random_uuid() as id from generate_series(2, ${chapters})`);
  for (const { name, columns } of rows) {
    await owner.query(
      `insert into hub.${name} (${columns})
      select ${columns.replaceAll(/[^, ]+/g, 'r.$&')}
      from hub.${name} t
      cross join copy
      cross join lateral jsonb_populate_record(null::hub.${name},
        replace(to_jsonb(t)::text, t.chapter_id::text, copy.id::text)::jsonb) r`,
    );
  }
  await owner.query('commit');
  await owner.query('vacuum analyze');
}

async function measure(owner: pg.Client, appUrl: string): Promise<Claim> {
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const check = (scope: FiguresScope) =>
    checkChapters(appUrl, toInstant(Temporal.Now.instant()), {
      scope,
      onFound: ({ check: name }) => {
        throw new Error(`the copied figures do not add up: ${name}`);
      },
    });
  const times = { moved: [] as number[], all: [] as number[], together: [] as number[] };
  await check('all');
  for (let turn = 0; turn < rounds; turn += 1) {
    await owner.query(`begin; set local session_replication_role = replica;
      update hub.member set chapter_id = chapter_id where chapter_id in (
        select chapter_id from hub.proof order by proved_at limit ${changed});
      commit`);
    times.moved.push(await time(() => check('moved')));
    times.all.push(await time(() => check('all')));
    times.together.push(await time(() => owner.query('select from hub.difference')));
  }
  const rows = await owner.query(
    `select sum(split_part(stamp, ' ', 1)::bigint) as count from hub.figures_stamp`,
  );
  const [figure, limit] = [median(times.moved), median(times.all)];
  return {
    name: `figures of ${chapters} chapters of which ${changed} changed ÷ of all`,
    figure: `${round(figure)} ms`,
    limit: `${round(limit)} ms`,
    ratio: figure / limit,
    goal: { atMost: 0.1 },
    details: [
      `${rows.rows[0].count} rows; all in one statement, as it was: ${round(median(times.together))} ms`,
    ],
  };
}
