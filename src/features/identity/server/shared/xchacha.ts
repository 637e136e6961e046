/**
 * Decrypts values that earlier versions encrypted with better-auth: XChaCha20-Poly1305, keyed with
 * the SHA-256 of the secret, in hexadecimal, prefixed with a nonce of 24 bytes.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const nonceBytes = 24;
const tagBytes = 16;

const hexadecimal = /^(?:[0-9a-f]{2})+$/;

export function isXChaCha(encrypted: string): boolean {
  return hexadecimal.test(encrypted);
}

/** Undefined if encrypted with another secret or altered. */
export function decryptXChaCha(encrypted: string, secret: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'hex');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const key = createHash('sha256').update(secret).digest();
  const subkey = hChaCha20(key, bytes.subarray(0, 16));
  const nonce = Buffer.concat([Buffer.alloc(4), bytes.subarray(16, nonceBytes)]);
  const decipher = createDecipheriv('chacha20-poly1305', subkey, nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    // The tag does not match.
    return undefined;
  }
}

const wordOffsets = [0, 4, 8, 12];

/**
 * HChaCha20 is the first and last row of a ChaCha20 block before its initial state is added.
 * OpenSSL only computes whole blocks, so the initial state is subtracted again.
 */
function hChaCha20(key: Buffer, nonce: Buffer): Buffer {
  const block = createCipheriv('chacha20', key, nonce).update(Buffer.alloc(64));
  const constants = Buffer.from('expand 32-byte k');
  const subkey = Buffer.alloc(32);
  for (const at of wordOffsets) {
    subkey.writeUInt32LE((block.readUInt32LE(at) - constants.readUInt32LE(at)) >>> 0, at);
    subkey.writeUInt32LE((block.readUInt32LE(48 + at) - nonce.readUInt32LE(at)) >>> 0, 16 + at);
  }
  return subkey;
}
