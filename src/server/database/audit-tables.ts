/** The audit and its chain, as in tables.ts. Links are written by the database alone. */
import type { ColumnType, Generated } from 'kysely';

type Uuid = string;
type InstantText = string;
type Json = ColumnType<unknown, string | null, string | null>;
type Derived<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

export type AuditTable = {
  chapter_id: Uuid;
  id: Uuid;
  at: InstantText;
  actor_id: Uuid | null;
  action: string;
  entity_kind: string;
  entity_id: Uuid;
  before: Json;
  after: Json;
  xid: Generated<string>;
};

export type AuditSealTable = Derived<{
  chapter_id: Uuid;
  seq: number;
  audit_id: Uuid;
  at: InstantText;
  actor_id: Uuid | null;
  action: string;
  entity_kind: string;
  entity_id: Uuid;
  subject: string | null;
  sealed_at: InstantText;
  hash: string;
}>;

export type AuditHeadTable = Derived<{
  chapter_id: Uuid;
  seq: number;
  hash: string;
  sealed_below: string;
}>;

export type AuditWaitingView = Derived<{ chapter_id: Uuid }>;

export type AuditBreakView = Derived<{
  chapter_id: Uuid;
  /** Null for what is not in the chain, as is the record for what is about its end. */
  seq: number;
  audit_id: Uuid;
  problem: string;
}>;

export type AuditTables = {
  audit: AuditTable;
  audit_seal: AuditSealTable;
  audit_head: AuditHeadTable;
  audit_waiting: AuditWaitingView;
  audit_break: AuditBreakView;
};
