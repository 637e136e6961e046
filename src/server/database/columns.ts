/**
 * The types of columns as Kysely sees them. Cents and counts arrive as safe whole numbers, instants
 * as text in UTC with milliseconds, wall times as `yyyy-MM-ddTHH:mm` (db.ts parses them).
 */
import type { ColumnType } from 'kysely';

export type Json = ColumnType<unknown, string | null, string | null>;
export type JsonList = ColumnType<unknown, string, string>;
/** Written by the database's own functions and triggers alone. */
export type Derived<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };
/** Made by the database from the other columns. */
export type Made<T> = ColumnType<T, never, never>;
