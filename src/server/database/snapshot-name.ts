import { sql } from 'kysely';

/**
 * Names what a statement sees: the same name means the same data, on every server of the hub. The
 * numbers of transactions alone do not, as a crash or a failover may give one number to two histories.
 * - PostgreSQL discards its statistics in a crash, whether or not the postmaster survives it.
 * - The postmaster's start distinguishes restarts and machines.
 * - The timeline distinguishes what was before a standby took over and after. (A standby's own are
 *   never compared: what it replays lags.)
 *
 * All of it is in memory. It is asked for once per statement and by few functions, each of which
 * PostgreSQL looks up and checks the right to call: twice as many made a lookup an eighth slower.
 * Connections would show it, too, but not behind a pooler, which keeps a client's connection when it
 * loses its own.
 */
export const snapshotName = sql<string>`(select concat_ws('/',
  pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(),
  case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end,
  pg_current_snapshot()
))`;
