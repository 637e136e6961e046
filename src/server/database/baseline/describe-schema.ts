import type { VersionedClient } from '../hub-version.ts';

/**
 * Everything that migrations make besides rows, one line each, the same for equal schemas on one server. Left out are
 * the names of NOT NULL constraints, which PostgreSQL before 18 did not have, and the partitions of job statistics,
 * which are named by the day. `schemas` are all by default.
 */
export async function describeSchema(
  client: VersionedClient,
  schemas?: readonly string[],
): Promise<string[]> {
  await client.query('reset search_path');
  const { rows } = await client.query(
    `with schema as (
      select * from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
        and nspname = any (coalesce($1::text[], array[nspname]))
    ), relation as (
      select c.* from pg_class c join schema s on s.oid = c.relnamespace
      where c.oid not in (
        select inhrelid from pg_inherits where inhparent = to_regclass('jobs.queue_stats')
        union all
        select i.indexrelid from pg_inherits p join pg_index i on i.indrelid = p.inhrelid
        where p.inhparent = to_regclass('jobs.queue_stats'))
    ), own_function as (
      select p.* from pg_proc p join schema s on s.oid = p.pronamespace
      where not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    ), own_type as (
      select t.* from pg_type t join schema s on s.oid = t.typnamespace
      left join pg_type e on e.oid = t.typelem
      where coalesce(nullif(t.typrelid, 0), e.typrelid, 0) in (select 0::oid union select oid from relation)
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_type'::regclass and d.objid in (t.oid, e.oid) and d.deptype = 'e')
    ), rights as (
      select 'schema ' || nspname as on, nspowner as owner,
        coalesce(nspacl, acldefault('n', nspowner)) as acl
      from schema
      union all
      select 'relation ' || oid::regclass, relowner,
        coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner))
      from relation
      union all
      select concat('column ', attrelid::regclass, '.', attname), null, attacl
      from pg_attribute join relation on relation.oid = attrelid
      union all
      select 'function ' || oid::regprocedure, proowner, coalesce(proacl, acldefault('f', proowner))
      from own_function
      union all
      select 'type ' || oid::regtype, typowner, coalesce(typacl, acldefault('T', typowner)) from own_type
      union all
      select concat_ws(' ', 'default', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype),
        null, defaclacl
      from pg_default_acl
    )
    select concat_ws(' ', 'schema', nspname) as line from schema
    union all
    select concat_ws(' ', 'rights', r.on, 'owner', r.owner::regrole) from rights r where r.owner is not null
    union all
    select concat_ws(' ', 'rights', r.on, g.grantor::regrole, g.grantee::regrole, g.privilege_type,
      g.is_grantable)
    from rights r cross join lateral aclexplode(r.acl) g
    union all
    select concat_ws(' ', 'extension', extname, extversion, extnamespace::regnamespace)
    from pg_extension
    union all
    select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence,
      array(select unnest(reloptions) order by 1), relreplident, relrowsecurity, relispartition,
      pg_get_expr(relpartbound, oid), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
    from relation
    union all
    select concat_ws(' ', 'column', attrelid::regclass,
      row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
      attgenerated, attstorage, attcompression, attstattarget, attoptions::text,
      pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a
    join relation on relation.oid = attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where attnum > 0 and not attisdropped and relkind not in ('i', 'I')
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
    from pg_index join relation on relation.oid = indexrelid
    union all
    select concat_ws(' ', 'constraint', nullif(conrelid, 0)::regclass, nullif(contypid, 0)::regtype,
      conname, pg_get_constraintdef(c.oid), condeferrable, condeferred, convalidated)
    from pg_constraint c join schema s on s.oid = c.connamespace
    where contype <> 'n' and conrelid in (select 0::oid union select oid from relation)
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
    from pg_trigger t join relation on relation.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(e.oid))
    from pg_statistic_ext e join schema s on s.oid = e.stxnamespace
    union all
    select concat_ws(' ', 'type', oid::regtype, typtype, typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from own_type t
    union all
    select concat_ws(' ', 'collation', c.oid::regcollation,
      to_jsonb(c) - '{oid,collnamespace,collowner,collversion}'::text[])
    from pg_collation c join schema s on s.oid = c.collnamespace
    union all
    select concat_ws(' ', 'function', oid::regprocedure,
      case when prokind in ('f', 'p') then pg_get_functiondef(oid) end)
    from own_function
    union all
    select concat_ws(' ', 'comment', classoid::regclass, objoid::regclass, objsubid, description)
    from pg_description d
    where exists (select from relation where d.objoid = relation.oid)
    union all
    select concat_ws(' ', 'event trigger', evtname, evtevent, evtfoid::regproc, evtenabled, evttags)
    from pg_event_trigger
    union all
    select concat_ws(' ', 'setting', nullif(setrole, 0)::regrole, setconfig)
    from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`,
    [schemas ?? null],
  );
  return rows.map(({ line }) => String(line)).sort();
}
