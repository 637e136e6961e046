/**
 * The tables of the schema `hub` as Kysely sees them, column by column as in migrations/; a test
 * holds them to the catalogue. Here are the ground's own; each feature adds its own to `Tables` in
 * its `server/tables.ts`.
 */
import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Derived, Json, Uuid } from './columns.ts';

export type InstallationTable = { key: string; value: string };

export type IdempotencyKeyTable = {
  chapter_id: Uuid;
  member_id: Uuid;
  key: string;
  request_hash: string;
  status: number;
  etag: string | null;
  reply: string | null;
  created_at: Instant;
};

export type DifferenceView = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  expected: string;
  actual: string;
}>;

export type GapView = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  expected: string;
  actual: string;
  gap: string;
}>;

export type FindingTable = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  gap: string;
  expected: string;
  actual: string;
  found_at: Instant;
}>;

export type ExplanationTable = Derived<{
  chapter_id: Uuid;
  check_name: string;
  subject_id: Uuid;
  gap: string;
  expected: string;
  actual: string;
  why: string;
  explained_by: string;
  explained_at: Instant;
}>;

export type AuditTable = {
  chapter_id: Uuid;
  id: Uuid;
  at: Instant;
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
  at: Instant;
  actor_id: Uuid | null;
  action: string;
  entity_kind: string;
  entity_id: Uuid;
  subject: string | null;
  sealed_at: Instant;
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

export interface Tables {
  installation: InstallationTable;
  idempotency_key: IdempotencyKeyTable;
  reconciliation: DifferenceView;
  difference: GapView;
  reconciliation_finding: FindingTable;
  reconciliation_explanation: ExplanationTable;
  unexplained_difference: FindingTable;
  audit: AuditTable;
  audit_seal: AuditSealTable;
  audit_head: AuditHeadTable;
  audit_waiting: AuditWaitingView;
  audit_break: AuditBreakView;
}
