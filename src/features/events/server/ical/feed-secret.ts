/** The secret of a feed: the key of its row, followed by 256 random bits. */
import { createHash, randomBytes } from 'node:crypto';
import { type Id, toId } from '#kit/id.ts';

export type FeedKey = { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> };

export function newFeedSecret({ chapterId, memberId }: FeedKey): string {
  const bytes = [chapterId, memberId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
  return Buffer.concat([...bytes, randomBytes(32)]).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function parseFeedKey(secret: string): FeedKey {
  const hex = Buffer.from(secret, 'base64url').toString('hex');
  const uuid = (from: number) =>
    hex.slice(from, from + 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { chapterId: toId(uuid(0)), memberId: toId(uuid(32)) };
}
