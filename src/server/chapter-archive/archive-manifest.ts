/** What the archive of a chapter says about itself. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

export const archiveManifestName = 'manifest.json';
/** Raised when an older version could not import an archive. */
export const archiveFormat = 1;
/** Its entry has the accounts of members: email, name, and whether the email was verified. */
export const accountsEntry = 'data/accounts.copy';
/** Its entry has the mails that wait: in an archive of a chapter that moves, and in no other. */
export const jobsEntry = 'data/jobs.copy';
export const entryOfTable = (table: string) => `data/${table}.copy`;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifest = z.strictObject({
  kind: z.literal('chapter'),
  format: z.literal(archiveFormat),
  hubVersion: z.string(),
  postgresVersion: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })),
  chapter: z.strictObject({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
    name: z.string(),
  }),
  /** In an order in which each can be loaded after those it refers to. */
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256 }),
  ),
  /** Every entry of the archive except this one. */
  entries: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256 })),
  auditHead: z.nullable(z.strictObject({ seq: z.int(), hash: z.string() })),
  /** Figures that did not add up then, explained or not. */
  differences: z.array(
    z.strictObject({
      check: z.string(),
      subjectId: z.string(),
      expected: z.string(),
      actual: z.string(),
    }),
  ),
});

export type ArchiveManifest = z.output<typeof manifest>;
export type ArchiveEntry = ArchiveManifest['entries'][number];

/** Undefined unless the text is a manifest that this version can read. */
export function parseArchiveManifest(text: string): ArchiveManifest | undefined {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** What an import of this archive says, so that nobody lets go of a chapter before. */
export function confirmationOf({ chapter, createdAt, entries }: ArchiveManifest): string {
  const hash = createHash('sha256').update(`${chapter.id} ${createdAt}`);
  for (const { name, sha256 } of entries) hash.update(`\n${sha256} ${name}`);
  return hash.digest('hex').slice(0, 16);
}

export function isMove({ entries }: Pick<ArchiveManifest, 'entries'>): boolean {
  return entries.some(({ name }) => name === jobsEntry);
}
