/**
 * Many chapters of about a year on one server: what the checks of a start or a night cost when few of them changed
 * since they were proved, against the checks of everything.
 */
import pg from 'pg';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { checkChapters, type FiguresScope } from '#server/checks/reconciliation.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import { withHubs } from './seeded-hub.ts';

/** As many as are made in some minutes; `CHAPTERS` sets more. What each check costs by itself weighs less then. */
const chapters = Number(process.env.CHAPTERS ?? 200);
const changed = Math.ceil(chapters / 50);
const rounds = 3;
const records = 500;
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
        return await measure(owner, running.appUrl);
      } finally {
        await owner.end();
      }
    }),
};

/** All that figures are computed from, past the triggers, which would compute them again; and an audit log. */
async function copyChapter(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = ''
    where c.relkind = 'r' and (c.oid = 'hub.chapter'::regclass or c.oid in (
      select d.refobjid from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
        and d.refclassid = 'pg_class'::regclass
      where r.ev_class = 'hub.figures_stamp'::regclass))
    group by c.relname`,
  );
  await owner.query(`begin; set local session_replication_role = replica`);
  await owner.query(`create temporary table copy as
    select c.id as original, gen_random_uuid() as id from hub.chapter c, generate_series(2, ${chapters})`);
  for (const { name, columns } of rows) {
    await owner.query(
      `insert into hub.${name} (${columns})
      select ${columns.replaceAll(/[^, ]+/g, 'r.$&')}
      from hub.${name} t
      cross join copy
      cross join lateral jsonb_populate_record(null::hub.${name},
        replace(to_jsonb(t)::text, copy.original::text, copy.id::text)::jsonb) r`,
    );
  }
  await owner.query(`insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id, after)
    select c.id, gen_random_uuid(), now(), 'expense.update', 'expense', gen_random_uuid(),
      jsonb_build_object('title', 'Dinner ' || n, 'total', n)
    from hub.chapter c, generate_series(1, ${records}) n`);
  await owner.query('commit');
  await owner.query('select hub.seal_audit(chapter_id, now(), 2147483647) from hub.audit_waiting');
  await owner.query('vacuum analyze');
}

async function measure(owner: pg.Client, appUrl: string): Promise<Claim[]> {
  const now = () => toInstant(Temporal.Now.instant());
  const check = (scope: FiguresScope) =>
    checkChapters(appUrl, now(), {
      scope,
      onFound: ({ check: name }) => {
        throw new Error(`the copied figures do not add up: ${name}`);
      },
    });
  const audit = async (isWhole: boolean) => {
    const { breaks } = await checkAudit(appUrl, now(), [], { isWhole });
    if (breaks[0]) throw new Error(`the copied audit logs are broken: ${breaks[0].problem}`);
  };
  const change = () =>
    owner.query(`begin; set local session_replication_role = replica;
      create temporary table changing on commit drop as
        select chapter_id from hub.proof order by proved_at limit ${changed};
      update hub.member set chapter_id = chapter_id where chapter_id in (table changing);
      insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id)
        select chapter_id, gen_random_uuid(), now(), 'x.y', 'x', gen_random_uuid() from changing;
      commit`);
  const compare = async (name: string, few: () => Promise<void>, all: () => Promise<void>) => {
    const times = { few: [] as number[], all: [] as number[] };
    await all();
    for (let turn = 0; turn < rounds; turn += 1) {
      await change();
      times.few.push(await time(few));
      times.all.push(await time(all));
    }
    const [figure, limit] = [median(times.few), median(times.all)];
    return {
      name: `${name} of ${chapters} chapters of which ${changed} changed ÷ of all`,
      figure: `${round(figure)} ms`,
      limit: `${round(limit)} ms`,
      ratio: figure / limit,
      goal: { atMost: 0.1 },
    };
  };
  const figures = await compare(
    'figures',
    () => check('moved'),
    () => check('all'),
  );
  const together = await time(() => owner.query('select from hub.difference'));
  const details = [`all figures in one statement: ${round(together)} ms`];
  const logs = await compare(
    'audit logs',
    () => audit(false),
    () => audit(true),
  );
  return [
    { ...figures, details },
    { ...logs, details: [`${records} records of each`] },
  ];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
