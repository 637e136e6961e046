import type pg from 'pg';

/** Everything that migrations make besides rows, one line each, the same for equal schemas. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with schema as (
      select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), relation as (
      select c.* from pg_class c join schema s on s.oid = c.relnamespace
    )
    select concat_ws(' ', 'schema', nspname, nspacl::text) as line from schema
    union all
    select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
    union all
    select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, relowner::regrole,
      relacl::text, reloptions::text, relreplident, relrowsecurity, relispartition,
      pg_get_expr(relpartbound, oid), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
    from relation
    union all
    select concat_ws(' ', 'column', attrelid::regclass, attnum, attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
      attgenerated, attstorage, attacl::text, attoptions::text, attisdropped, atthasmissing,
      pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a
    join relation on relation.oid = attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where attnum > 0
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
    from pg_index join relation on oid = indrelid
    union all
    select concat_ws(' ', 'constraint', coalesce(nullif(conrelid, 0)::regclass::text, ''),
      nullif(contypid, 0)::regtype, conname, pg_get_constraintdef(c.oid), condeferrable, condeferred,
      convalidated)
    from pg_constraint c join schema s on s.oid = c.connamespace
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
    from pg_trigger t join relation on relation.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(e.oid))
    from pg_statistic_ext e join schema s on s.oid = e.stxnamespace
    union all
    select concat_ws(' ', 'type', t.oid::regtype, typtype, typnotnull, typdefault, typacl::text,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t join schema s on s.oid = t.typnamespace
    union all
    select concat_ws(' ', 'function', p.oid::regprocedure, proowner::regrole, proacl::text,
      case when prokind in ('f', 'p') then pg_get_functiondef(p.oid) end)
    from pg_proc p join schema s on s.oid = p.pronamespace
    union all
    select concat_ws(' ', 'comment', classoid::regclass, description)
    from pg_description d
    where exists (select from relation where d.objoid = relation.oid)`);
  return rows.map(({ line }) => line).sort();
}
