/** Encryption with the server's secret, for values in the database and in cookies. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type EncryptionKey = {
  readonly secret: string;
  /** Every purpose has its own key, so that a value cannot be passed off as another kind. */
  readonly purpose: string;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export function encrypt(text: string, key: EncryptionKey): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(key), iv);
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Undefined if encrypted with another key or altered. */
export function decrypt(encrypted: string, key: EncryptionKey): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, deriveKey(key), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    // The tag does not match.
    return undefined;
  }
}

function deriveKey({ secret, purpose }: EncryptionKey): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
