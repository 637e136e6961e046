/** The secrets of one-time links: 256 random bits, of which only a hash is kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { Id } from '#kit/id.ts';

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

type InvitationKey = { readonly chapterId: Id; readonly id: Id };

const tokenText = /^[\w-]{86}$/;

/**
 * An invitation's token names its row, so that it is found by its key and without looking into
 * other chapters; the secret is the rest.
 */
export function newInvitationToken({ chapterId, id }: InvitationKey): string {
  return Buffer.concat([bytesOf(chapterId), bytesOf(id), randomBytes(32)]).toString('base64url');
}

export function readInvitationToken(
  token: string,
): (InvitationKey & { readonly hash: string }) | undefined {
  if (!tokenText.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return {
    chapterId: uuidOf(bytes.subarray(0, 16)),
    id: uuidOf(bytes.subarray(16, 32)),
    hash: hashToken(token),
  };
}

function bytesOf(id: Id): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): Id {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
