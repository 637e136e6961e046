/** The requests that a bucket needs, by Amazon's own client: it signs, reads XML, and tries again what is busy. */
import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';
import { readWhole } from './pace.ts';

export type Service = {
  /** Tries again what a busy service or a cut line refused: a large copy is a thousand requests. */
  readonly client: S3Client;
  /** For what begins or completes an object of parts, which may have been done. */
  readonly once: S3Client;
  readonly bucket: string;
};

/** A page of 1,000 of the longest keys has less. */
const mostReplyBytes = 4 * 1024 * 1024;
const connectMilliseconds = 5_000;

export function openService({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: BucketAddress): Service {
  const { origin } = new URL(endpoint);
  const settings = {
    endpoint: origin,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Services other than Amazon's know no newer checksums, and some do not answer clients that ask before sending.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // Redirects are errors: Node's own client follows none.
    followRegionRedirects: false,
    requestHandler: { connectionTimeout: connectMilliseconds },
    streamCollector: (reply: AsyncIterable<Uint8Array>) => readWhole(reply, mostReplyBytes),
  } as const;
  return {
    client: new S3Client({ ...settings, maxAttempts: 4 }),
    once: new S3Client({ ...settings, maxAttempts: 1 }),
    bucket: endpoint.slice(origin.length + 1),
  };
}
