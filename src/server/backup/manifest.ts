/** What a backup says about itself, written as its last entry: an archive without it is incomplete. */
import * as z from 'zod/mini';
import { readHubVersion } from '../config/paths.ts';

export const manifestName = 'manifest.json';
/** Raised when an older version could not read a backup. */
export const backupFormat = 1;

const table = z.strictObject({
  /** With its schema: `hub.expense`. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().check(z.nonnegative()),
  /** Of its rows in PostgreSQL's text format, in the order of their keys; in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

const manifest = z.strictObject({
  format: z.literal(backupFormat),
  hubVersion: z.string(),
  postgresVersion: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })),
  /** In an order in which each can be loaded after those it refers to. */
  tables: z.array(table),
  auditHeads: z.array(z.strictObject({ chapterId: z.string(), seq: z.int(), hash: z.string() })),
  /** The installation secret, if the backup is encrypted. */
  secret: z.optional(z.string()),
});

export type BackedUpTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

/** Of all tables, of a backup or of a chapter's archive. */
export function countRows({ tables }: { readonly tables: readonly { rows: number }[] }): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Says by which other version a backup or an archive was written; empty if by this one. */
export function describeWriter(hubVersion: string): string {
  const version = readHubVersion();
  return hubVersion === version ? '' : ` by version ${hubVersion} (this is ${version})`;
}

/** The same of a manifest that can't be read here: every format names its version. */
export function describeUnread(text: string): string {
  const named = z.object({ hubVersion: z.string() });
  try {
    return describeWriter(named.parse(JSON.parse(text)).hubVersion);
  } catch {
    return '';
  }
}

/** Undefined unless the text is a manifest that this version can read. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
