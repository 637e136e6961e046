/** What a service, or the way to it, says is wrong. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { BucketError } from './bucket-error.ts';

/**
 * Only if the service says so of this object: a proxy before a service that is down answers 404, too, and so
 * does a service without the bucket.
 */
export const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey' && statusOf(error) === 404;

/** Of a reply without a body, which can not say what is missing. */
export const isNotFound = (error: unknown) => statusOf(error) === 404;

export const isBehindEnd = (error: unknown) => statusOf(error) === 416;

export function toBucketError(name: string, error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const status = statusOf(error);
  if (status === undefined || status < 300) {
    return new BucketError('unreachable', `${name} can't be reached: ${reasonOf(error)}.`, error);
  }
  const reason = error instanceof S3ServiceException ? error.name : 'no reason given';
  if (isOfRegion(reason)) {
    const words = `${name} is in another region. Name it in the URL, such as ?region=eu-central-1`;
    return new BucketError('denied', `${words} (${status} ${reason}).`, error);
  }
  if (status < 400) {
    const words = `${name} redirects to another address, which is not followed`;
    return new BucketError('failed', `${words} (${status} ${reason}).`, error);
  }
  if (status === 404 && reason === 'NoSuchBucket') {
    return new BucketError('not_found', `There is no bucket ${name}.`, error);
  }
  if (status === 403 || status === 401) {
    return new BucketError('denied', `${name} denied access: ${reason}.`, error);
  }
  return new BucketError('failed', `${name} failed: ${status} ${reason}.`, error);
}

const isOfRegion = (reason: string) =>
  ['AuthorizationHeaderMalformed', 'PermanentRedirect'].includes(reason);

/** Also of a reply that could not be read. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
