/**
 * Secrets of one-time links, 256 bits each. Those in mails are derived from their row and the
 * server's secret, so that none is stored until its mail is sent; tables store only a hash, which
 * finds a link even after the secret has changed.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { type MailSwitch, mailSwitches, unsubscribePath } from '#kit/mail.ts';

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

type InvitationKey = { readonly chapterId: Id<'chapter'>; readonly id: Id<'invitation'> };

/**
 * An invitation's token contains its primary key, so that it is found without searching other
 * chapters, followed by the secret. Every link number gives another secret.
 */
export function createInvitationToken(
  { chapterId, id, linkNumber }: InvitationKey & { readonly linkNumber: number },
  secret: string,
): string {
  const proof = derive(secret, `invitation/${chapterId}/${id}/${linkNumber}`);
  return Buffer.concat([uuidToBytes(chapterId), uuidToBytes(id), proof]).toString('base64url');
}

const invitationPattern = /^[\w-]{86}$/;

export function readInvitationToken(
  token: string,
): (InvitationKey & { readonly hash: string }) | undefined {
  if (!invitationPattern.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return {
    chapterId: bytesToUuid(bytes.subarray(0, 16)),
    id: bytesToUuid(bytes.subarray(16, 32)),
    hash: hashToken(token),
  };
}

/** As for invitations: primary key and secret. */
export function createResetToken(id: Id<'reset'>, secret: string): string {
  return Buffer.concat([uuidToBytes(id), derive(secret, `reset/${id}`)]).toString('base64url');
}

const resetPattern = /^[\w-]{64}$/;

export function readResetToken(
  token: string,
): { readonly id: Id<'reset'>; readonly hash: string } | undefined {
  if (!resetPattern.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return { id: bytesToUuid(bytes.subarray(0, 16)), hash: hashToken(token) };
}

/** What a link turns on and off, until a day. */
export type SwitchKey = {
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'>;
  readonly mail: MailSwitch;
};

const switchBytes = 37;
const switchPattern = /^[\w-]{92}$/;
const validDays = 365;

/** In emails, to turn them off without signing in. Nothing is stored of it: it is proved by the secret alone. */
export function linkToUnsubscribe(
  publicUrl: string,
  { chapterId, memberId, mail }: SwitchKey,
  secret: string,
  now: Instant,
): string {
  const claims = Buffer.alloc(switchBytes);
  claims.set(uuidToBytes(chapterId));
  claims.set(uuidToBytes(memberId), 16);
  claims.writeUInt8(mailSwitches.indexOf(mail), 32);
  claims.writeUInt32BE(toDays(now) + validDays, 33);
  return `${publicUrl}${unsubscribePath}/${Buffer.concat([claims, deriveSwitch(claims, secret)]).toString('base64url')}`;
}

/** Undefined unless the link is the hub's own and still valid. */
export function readSwitchToken(
  token: string,
  secret: string,
  now: Instant,
): SwitchKey | undefined {
  if (!switchPattern.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const [claims, proof] = [bytes.subarray(0, switchBytes), bytes.subarray(switchBytes)];
  if (!timingSafeEqual(proof, deriveSwitch(claims, secret))) return undefined;
  const mail = mailSwitches[claims.readUInt8(32)];
  if (mail === undefined || claims.readUInt32BE(33) < toDays(now)) return undefined;
  return {
    chapterId: bytesToUuid(claims.subarray(0, 16)),
    memberId: bytesToUuid(claims.subarray(16, 32)),
    mail,
  };
}

function deriveSwitch(claims: Buffer, secret: string): Buffer {
  return derive(secret, `mails/${claims.toString('hex')}`);
}

function toDays(now: Instant): number {
  return Math.floor(Temporal.Instant.from(now).epochMilliseconds / 86_400_000);
}

function derive(secret: string, what: string): Buffer {
  return createHmac('sha256', secret).update(`chapter-hub link/${what}`).digest();
}

function uuidToBytes(id: Id): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function bytesToUuid<Kind extends string>(bytes: Buffer): Id<Kind> {
  const hex = bytes.toString('hex');
  return toId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}
