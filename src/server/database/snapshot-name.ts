import { sql } from 'kysely';

/**
 * Names what a statement sees: the same name means the same data, on every server of the hub. The
 * numbers of transactions alone do not, as a crash or a failover may give one number to two histories.
 * - PostgreSQL discards its statistics in a crash, whether or not the postmaster survives it.
 * - The postmaster's start tells restarts and machines apart.
 * - The timeline tells apart what was before a standby took over and after. (A standby's own are
 *   never compared: what it replays lags.)
 *
 * All of it is in memory and costs some microseconds. Connections could tell, too, but not behind a
 * pooler, which keeps a client's connection when it loses its own.
 */
export const snapshotName = sql<string>`(
  select extract(epoch from pg_postmaster_start_time())::text || '/'
    || coalesce(extract(epoch from pg_stat_get_bgwriter_stat_reset_time())::text, '') || '/'
    || case when pg_is_in_recovery() then 'standby'
      else left(pg_walfile_name(pg_current_wal_lsn()), 8) end
) || '/' || pg_current_snapshot()::text`;
