/** Where a bucket is and who reads it, from one setting. */
import { ConfigError } from '../config/config-error.ts';

export type BucketAddress = {
  /** Ends with the bucket's name: `https://s3.example.org/hub`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** In front of every key: empty, or ends with a slash. */
  readonly prefix: string;
};

/**
 * Reads `https://KEY:SECRET@s3.example.org/bucket/folder?region=us-east-1`; a slash in the secret is
 * written as %2F. The message names only the variable, because its value holds the secret.
 */
export function readBucketAddress(variable: string, text: string): BucketAddress {
  const wrong = new ConfigError(
    `${variable} must be a URL such as https://KEY:SECRET@s3.example.org/bucket/folder?region=us-east-1, in which special characters of the key and secret are percent-encoded`,
  );
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong;
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean).map(decode);
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  const parts = [bucket, accessKeyId, secretAccessKey, ...folders];
  if (parts.some((part) => part === undefined || part === '')) throw wrong;
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region');
  if (unknown.length > 0 || url.hash !== '' || !accessKeyId || !secretAccessKey) throw wrong;
  return {
    endpoint: `${url.origin}/${bucket}`,
    region: url.searchParams.get('region') || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
