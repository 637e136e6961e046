/**
 * The tables of the schema `hub` for Kysely, as in migrations/; a test compares them to the
 * database. Contains only the server's own; each feature adds its tables to `Tables` in its
 * `server/tables.ts`.
 */

import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Derived, Json } from './columns.ts';

type InstallationTable = { key: string; value: string };

type IdempotencyKeyTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  key: string;
  request_hash: string;
  status: number;
  etag: string | null;
  reply: string | null;
  created_at: Instant;
};

export type DifferenceView = Derived<{
  chapter_id: Id<'chapter'>;
  check_name: string;
  subject_id: Id;
  expected: string;
  actual: string;
}>;

type GapView = Derived<DifferenceView & { gap: string }>;

type FindingTable = Derived<GapView & { found_at: Instant }>;

type ExplanationTable = Derived<
  GapView & {
    why: string;
    explained_by: string;
    explained_at: Instant;
  }
>;

/** Which rows of a chapter's figures there are. */
type FiguresStampView = Derived<{ chapter_id: Id<'chapter'>; stamp: string }>;

type ProofTable = Derived<{
  chapter_id: Id<'chapter'>;
  proved_at: Instant;
  place: string;
  stamp: string;
}>;

type ChapterFiguresView = Derived<{
  chapter_id: Id<'chapter'>;
  /** Null if there is no proof. */
  proved_at: Instant;
  has_moved: boolean;
}>;

type AuditTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'audit'>;
  at: Instant;
  actor_id: Id<'member'> | null;
  action: string;
  entity_kind: string;
  entity_id: Id;
  before: Json;
  after: Json;
  xid: Generated<string>;
};

type AuditSealTable = Derived<{
  chapter_id: Id<'chapter'>;
  seq: number;
  audit_id: Id<'audit'>;
  at: Instant;
  actor_id: Id<'member'> | null;
  action: string;
  entity_kind: string;
  entity_id: Id;
  subject: string | null;
  sealed_at: Instant;
  hash: string;
}>;

type AuditHeadTable = Derived<{
  chapter_id: Id<'chapter'>;
  seq: number;
  hash: string;
  sealed_below: string;
}>;

type AuditWaitingView = Derived<{ chapter_id: Id<'chapter'> }>;

type AuditBreakView = Derived<{
  chapter_id: Id<'chapter'>;
  /** Null if not in the chain; `audit_id` is null for breaks at the end of the chain. */
  seq: number;
  audit_id: Id<'audit'>;
  problem: string;
}>;

type AuditLogStampView = Derived<{ chapter_id: Id<'chapter'>; stamp: string }>;

type AuditedChapterView = Derived<{ chapter_id: Id<'chapter'>; is_due: boolean }>;

type AuditProofTable = Derived<{
  chapter_id: Id<'chapter'>;
  proved_at: Instant;
  place: string;
  seq: number;
  stamp: string;
  log_stamp: string;
}>;

export interface Tables {
  installation: InstallationTable;
  idempotency_key: IdempotencyKeyTable;
  reconciliation: DifferenceView;
  difference: GapView;
  reconciliation_finding: FindingTable;
  reconciliation_explanation: ExplanationTable;
  unexplained_difference: FindingTable;
  figures_stamp: FiguresStampView;
  proof: ProofTable;
  chapter_figures: ChapterFiguresView;
  audit: AuditTable;
  audit_seal: AuditSealTable;
  audit_head: AuditHeadTable;
  audit_waiting: AuditWaitingView;
  audit_break: AuditBreakView;
  audited_chapter: AuditedChapterView;
  audit_log_stamp: AuditLogStampView;
  audit_proof: AuditProofTable;
}
