/**
 * Replies of reads, for as long as nothing whatever has changed in the database.
 *
 * A snapshot of PostgreSQL says which transactions can be seen: every commit makes another one, so
 * while it is the same, every read that depends on data alone has the same reply. Each request looks
 * its caller up in the database, after it has arrived, and learns the snapshot with it. So nobody is
 * ever shown what was true before they asked, on however many servers. (A crash of the database may
 * give a snapshot's name out again. It ends every connection, so their number is part of the name.)
 */
import type { KeptReply } from '../database/idempotency.ts';

export type RememberedReplies = {
  recall(snapshot: string, key: string): KeptReply | undefined;
  remember(snapshot: string, key: string, reply: KeptReply): void;
};

export function rememberReplies(mostCharacters = 4_000_000): RememberedReplies {
  const replies = new Map<string, KeptReply>();
  let current = '';
  let characters = 0;
  return {
    recall: (snapshot, key) => (snapshot === current ? replies.get(key) : undefined),
    remember(snapshot, key, reply) {
      const length = key.length + (reply.reply?.length ?? 0);
      if (snapshot !== current || characters + length > mostCharacters) {
        replies.clear();
        characters = 0;
        current = snapshot;
      }
      if (length > mostCharacters || replies.has(key)) return;
      replies.set(key, reply);
      characters += length;
    },
  };
}
