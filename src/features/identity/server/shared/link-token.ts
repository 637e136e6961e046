/**
 * The secrets of one-time links, 256 bits each. Those of mails are derived from the row they stand
 * for and the hub's secret, so that nobody has to keep one until its mail is written; tables have a
 * hash alone, by which a link is known even when the secret has changed.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Id, toId } from '#kit/id.ts';

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

type InvitationKey = { readonly chapterId: Id<'chapter'>; readonly id: Id<'invitation'> };

/**
 * An invitation's token names its row, so that it is found by its key and without looking into
 * other chapters; the secret is the rest. Each number has another one.
 */
export function invitationToken(
  { chapterId, id, linkNumber }: InvitationKey & { readonly linkNumber: number },
  secret: string,
): string {
  const proof = derive(secret, `invitation/${chapterId}/${id}/${linkNumber}`);
  return Buffer.concat([bytesOf(chapterId), bytesOf(id), proof]).toString('base64url');
}

const invitationText = /^[\w-]{86}$/;

export function readInvitationToken(
  token: string,
): (InvitationKey & { readonly hash: string }) | undefined {
  if (!invitationText.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return {
    chapterId: uuidOf(bytes.subarray(0, 16)),
    id: uuidOf(bytes.subarray(16, 32)),
    hash: hashToken(token),
  };
}

/** As an invitation's, of a request to choose another password. */
export function resetToken(id: Id<'reset'>, secret: string): string {
  return Buffer.concat([bytesOf(id), derive(secret, `reset/${id}`)]).toString('base64url');
}

const resetText = /^[\w-]{64}$/;

export function readResetToken(
  token: string,
): { readonly id: Id<'reset'>; readonly hash: string } | undefined {
  if (!resetText.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return { id: uuidOf(bytes.subarray(0, 16)), hash: hashToken(token) };
}

function derive(secret: string, what: string): Buffer {
  return createHmac('sha256', secret).update(`chapter-hub link/${what}`).digest();
}

function bytesOf(id: Id): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf<Kind extends string>(bytes: Buffer): Id<Kind> {
  const hex = bytes.toString('hex');
  return toId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}
