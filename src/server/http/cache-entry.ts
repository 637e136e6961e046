/**
 * Where the reply of a read that declares `cacheUntilNextCommit` is kept: for everyone who would get the
 * same. That shows in what the read asks of its caller, so no contract can state it wrongly.
 */
import type { MemberCaller } from '#kit/caller.ts';
import type { EncodedReply } from './encode-reply.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** The same for everyone who shares a reply: in its key, or a setting of the chapter. */
const sharedFields: readonly (string | symbol)[] = [
  'chapterId',
  'seesAllWallets',
  'timeZone',
] satisfies (keyof MemberCaller)[];

export type CacheEntry = {
  readonly cached: EncodedReply | undefined;
  /** For the read. Once it asks for any other field, its reply is this member's alone. */
  readonly caller: MemberCaller;
  keep(reply: EncodedReply): void;
};

export function openCacheEntry(
  cache: SnapshotCache,
  caller: MemberCaller,
  url: string,
): CacheEntry {
  const { chapterId, memberId, seesAllWallets, snapshot } = caller;
  const sharedKey = `${chapterId} ${seesAllWallets} ${url}`;
  const ownKey = `${memberId} ${sharedKey}`;
  let isOwn = false;
  return {
    cached: cache.get(snapshot, sharedKey) ?? cache.get(snapshot, ownKey),
    caller: new Proxy(caller, {
      get(target, field) {
        isOwn ||= !sharedFields.includes(field);
        return Reflect.get(target, field);
      },
    }),
    keep: (reply) => cache.set(snapshot, isOwn ? ownKey : sharedKey, reply),
  };
}
