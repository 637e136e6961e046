-- What PostgreSQL plans queries by. Prepared statements keep the plan they got when a table was small, and a join
-- that suits ten rows takes seconds for ten thousand: until autovacuum looks at the table, up to minutes later.
-- Only its owner may analyze a table, so the server asks for it here after it has written thousands of rows.
create function hub.analyze_tables(table_names text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_name text;
begin
  foreach table_name in array table_names loop
    -- One that is locked is being analyzed already.
    execute format('analyze (skip_locked) hub.%I', table_name);
  end loop;
end
$$;
revoke all on function hub.analyze_tables from public;
grant execute on function hub.analyze_tables to :app_role;
