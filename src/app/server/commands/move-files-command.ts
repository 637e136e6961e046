import { countContents, moveContents, type Place } from '#features/files/server/move-contents.ts';
import { formatCount, plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { hubCommand } from '#server/config/paths.ts';
import { newId } from '#server/database/ids.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { openFileBucket } from '../file-bucket.ts';

/**
 * Moves the contents of all files into the bucket, or back into the database, while servers keep working.
 * The exit code is 1 if some are damaged, which stay where they are.
 */
export async function moveFilesCommand(config: Config, to: string): Promise<void> {
  if (to !== 'bucket' && to !== 'database') {
    throw new CommandError(
      `Say where to: "${hubCommand} move-files bucket" or "${hubCommand} move-files database".`,
    );
  }
  const fileBucket = await openFileBucket(config);
  if (!fileBucket) throw new CommandError('Set FILES_S3_URL to the bucket of the files.');
  await using database = await openAnyDatabase(config);
  const { db } = database;
  const clock = () => toInstant(Temporal.Now.instant());
  const onDamaged = (key: { chapterId: string; fileId: string }, problem: string) => {
    process.exitCode = 1;
    process.stdout.write(`file ${key.fileId} of chapter ${key.chapterId} stays: ${problem}\n`);
  };
  const { moved, bytes } = await moveContents(
    { db, fileBucket, clock, newId },
    to,
    onDamaged,
  ).catch((error: unknown) => {
    if (!(error instanceof BucketError)) throw error;
    throw new CommandError(
      `${error.message} What was moved is moved; run the command again for the rest.`,
      { cause: error },
    );
  });
  const left = await countContents(db, to === 'bucket' ? 'database' : 'bucket');
  process.stdout.write(
    `Moved ${plural(moved, 'file')} (${formatCount(Math.ceil(bytes / 1_000))} KB) into the ${to}, and read them there.\n${next(to, left)}\n`,
  );
}

function next(to: Place, left: number): string {
  if (to === 'bucket') return `Left in the database: ${plural(left, 'file')}.`;
  return left === 0
    ? 'Now start the servers without FILES_S3_URL. The bucket may be emptied once they run.'
    : `Left in the bucket: ${plural(left, 'file')}. Stop the servers and run the command again.`;
}
