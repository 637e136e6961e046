/**
 * Caches the replies of reads until anything in the database changes.
 *
 * A PostgreSQL snapshot names the transactions that are visible. Every commit makes another one, so
 * while the snapshot is the same, every read that depends on data alone has the same reply. Each
 * request looks its caller up in the database after it has arrived, and learns the snapshot with it.
 * So no one is ever shown data that was out of date when they asked, on any number of servers. Crashes
 * and failovers change the name, too (`database/snapshot-name.ts`).
 */
import type { EncodedReply } from './encode-reply.ts';

export type SnapshotCache = {
  get(snapshot: string, key: string): EncodedReply | undefined;
  set(snapshot: string, key: string, reply: EncodedReply): void;
};

export function createSnapshotCache(maxCharacters = 4_000_000): SnapshotCache {
  let replies = new Map<string, EncodedReply>();
  let current = '';
  let characters = 0;
  return {
    get: (snapshot, key) => (snapshot === current ? replies.get(key) : undefined),
    set(snapshot, key, reply) {
      const length = key.length + (reply.reply?.length ?? 0);
      if (snapshot !== current || characters + length > maxCharacters) {
        // Not `clear`, which leaves a table with all of them that refers to the next (see `limits/connection-use.ts`).
        replies = new Map();
        characters = 0;
        current = snapshot;
      }
      if (length > maxCharacters || replies.has(key)) return;
      replies.set(key, reply);
      characters += length;
    },
  };
}
