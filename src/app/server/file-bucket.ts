import type { Config } from '#server/config/config.ts';
import type { Bucket } from '#server/s3/bucket.ts';

/** The bucket with contents of files; undefined if none is configured, and nothing is loaded then. */
export async function openFileBucket({
  fileBucket,
}: Pick<Config, 'fileBucket'>): Promise<Bucket | undefined> {
  if (fileBucket === undefined) return undefined;
  const { openBucket } = await import('#server/s3/bucket.ts');
  return openBucket(fileBucket);
}
