/** What the commands that export, import and move a chapter share. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { hashPassword } from '#features/identity/server/shared/password.ts';
import { plural } from '#kit/counts.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { countRows } from '#server/backup/manifest.ts';
import type { ArchiveManifest } from '#server/chapter-archive/archive-manifest.ts';
import type { ImportTarget } from '#server/chapter-archive/import-archive.ts';
import { type Replaced, replaceChapter } from '#server/chapter-archive/replace-chapter.ts';
import type { ArchiveOptions } from '#server/chapter-archive/write-archive.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { hubCommand, readHubVersion } from '#server/config/paths.ts';
import { newId } from '#server/database/ids.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { writeReadableParts } from '../chapter-archive/readable-parts.ts';
import { describeCommand } from '../describe-command.ts';
import { openFileBucket } from '../file-bucket.ts';
import { describeDiskFailure } from './describe-disk-failure.ts';

export function readChapterId(given: string): Id<'chapter'> {
  const id = given.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id as Id<'chapter'>;
  throw new CommandError(
    `Give the id of a chapter: 36 letters, digits and hyphens, as "${hubCommand} reconcile" prints them.`,
  );
}

export function describeArchive(
  chapterId: string,
  path: string,
  from: { now: Instant; fileBucket: Bucket | undefined },
): ArchiveOptions {
  return {
    chapterId,
    path,
    hubVersion: readHubVersion(),
    now: from.now,
    readElsewhere: copyContents(from.fileBucket),
    readableParts: (client, chapter) => writeReadableParts(client, chapter, from),
  };
}

export function describeExported(manifest: ArchiveManifest, path: string): string {
  return `Exported ${manifest.chapter.name}, ${describeRows(manifest)}, and read them back: ${path}\nIt holds private data of all members and is not encrypted.\n`;
}

export const describeRows = (manifest: ArchiveManifest) =>
  `${plural(countRows(manifest), 'row')} of ${plural(manifest.tables.length, 'table')}`;

export type SamePeople = { samePerson?: readonly string[] };

/** With a password that nobody knows for new accounts. */
export async function describeTarget(
  ownerUrl: string,
  now: Instant,
  { samePerson = [] }: SamePeople,
): Promise<ImportTarget> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const vouchedEmails = samePerson.map((email) => email.toLowerCase());
  return { ownerUrl, passwordHash, vouchedEmails, now, newId };
}

/** What the chapter is until now goes where `restore --replace` saves, so that nothing is lost. */
export async function saveAndReplace(
  config: Config,
  archive: string,
  chapterId: string,
  target: ImportTarget,
): Promise<Replaced> {
  const { now } = target;
  const folder = join(config.dataDir, 'replaced');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `chapter-${chapterId}-${now.replaceAll(':', '-')}.zip`);
  const fileBucket = await openFileBucket(config);
  const saved = describeArchive(chapterId, path, { now, fileBucket });
  return replaceChapter(archive, target, saved, () => {
    process.stdout.write(
      `What the chapter was is saved, not encrypted, with private data of all members: ${path}\nTo put it back: ${describeCommand(config, 'import-chapter', path, '--replace')}\n`,
    );
  }).catch(describeExportFailure(path));
}

export function describeObjectsLeft(count: number): string {
  return count === 0
    ? ''
    : `${plural(count, 'file')} of it stay in the bucket of this server, where nothing refers to them any more.\n`;
}

export function describeExportFailure(path: string): (error: unknown) => never {
  return (error) => {
    const why = describeDiskFailure(error);
    throw why === undefined
      ? error
      : new CommandError(`Nothing was written to ${path}: ${why}.`, { cause: error });
  };
}

export function describeUnexplained(count: number): string {
  return `Figures that do not add up: ${count}.${count === 0 ? '' : ' Money is suspended there until each is explained or gone.'}\n`;
}
