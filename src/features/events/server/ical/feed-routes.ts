import { createHash } from 'node:crypto';
import { notFound, ok, type Refused, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import { findNewHome } from '#server/chapter-archive/new-home.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import { type Api, apiBase } from '#server/http/serve.ts';
import { feedCalls } from '../../feed-contract.ts';
import { newFeedSecret, parseFeedKey } from './feed-secret.ts';
import { deleteFeed, findFeed, findFeedCreatedAt, saveFeed } from './feed-store.ts';
import { importEvents } from './import.ts';
import { createFeedMaker } from './make-feed.ts';
import { createSmallFileReader, smallFile } from './read-import.ts';

export function feedRoutes(api: Api, { sendsMail }: { readonly sendsMail: boolean }): void {
  const makeFeed = createFeedMaker();
  const files = createSmallFileReader();
  api.onClose(() => files.close());
  api.serve(feedCalls.detail, async ({ db, caller }) =>
    ok({ createdAt: (await findFeedCreatedAt(db, caller)) ?? null }),
  );

  // The reply contains the secret, so it is not stored for replay: a retry creates a new address.
  api.serveWithoutReplay(feedCalls.create, async ({ db, caller, now, newId }) => {
    const secret = newFeedSecret(caller);
    const kept = await inTransaction(db, async (tx) => {
      await saveFeed(tx, caller, secret, now);
      await auditWork(
        { tx, caller, now, newId },
        {
          action: 'calendar-feed.create',
          kind: 'calendar-feed',
          id: caller.memberId,
        },
      );
      return ok(undefined);
    });
    if (!kept.ok) return kept;
    return ok({ path: `/calendar-feeds/${secret}.ics`, createdAt: now });
  });

  api.serve(feedCalls.revoke, async ({ tx, caller, now, newId }) => {
    if (await deleteFeed(tx, caller)) {
      await auditWork(
        { tx, caller, now, newId },
        {
          action: 'calendar-feed.revoke',
          kind: 'calendar-feed',
          id: caller.memberId,
        },
      );
    }
    return ok(undefined);
  });

  api.serveContent(feedCalls.read, async ({ db, params, now }) => {
    const feed = await findFeed(db, params.file.slice(0, -'.ics'.length));
    if (!feed) return findMovedFeed(db, params.file);
    const body = await makeFeed(db, feed, now);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = {
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename="chapter.ics"',
      'content-security-policy': "default-src 'none';sandbox",
    };
    return ok({ type: 'text/calendar; charset=utf-8', body, etag, headers });
  });

  api.servePrepared(
    feedCalls.import,
    ({ params, body, ...reading }) => files.read(reading, params.calendarId, body.text),
    ({ params, body, prepared, ...work }) =>
      importEvents({ ...work, sendsMail }, params.calendarId, prepared, {
        ...body,
        limits: smallFile,
      }),
  );
}

/** Calendars follow their chapter, and keep the new address. */
async function findMovedFeed(db: Db, file: string): Promise<Refused> {
  const home = await findNewHome(db, parseFeedKey(file).chapterId);
  if (home === undefined) return notFound('Calendar');
  const address = `${home}${apiBase}/calendar-feeds/${file}`;
  return refuse('moved', 'chapter_moved', 'This calendar has moved', { details: { address } });
}
