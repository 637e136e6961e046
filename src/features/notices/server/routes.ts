import { findChapterOfLink } from '#features/chapters/server/store.ts';
import { readSwitchToken } from '#features/identity/server/shared/link-token.ts';
import { readMailSwitches, saveMailSwitch } from '#features/members/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import { unsubscribePath } from '#kit/mail.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import { type NewId, newId } from '#server/database/ids.ts';
import { chapterMoving } from '#server/http/errors.ts';
import type { Api } from '#server/http/serve.ts';
import { type EmailLink, emailCalls } from '../contract.ts';

export type EmailOptions = { readonly sendsMail: boolean; readonly secret: string };

export function emailRoutes(api: Api, { sendsMail, secret }: EmailOptions): void {
  const read = async (db: Db | Tx, { chapterId, memberId }: MemberCaller) =>
    ok({ isSent: sendsMail, ...((await readMailSwitches(db, chapterId, memberId)) ?? none) });

  api.serve(emailCalls.detail, ({ db, caller }) => read(db, caller));

  api.serve(emailCalls.change, async ({ tx, caller, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    await saveMailSwitch(tx, { chapterId, memberId, now, newId }, body.mail, body.isOn);
    return read(tx, caller);
  });

  api.serve(emailCalls.look, async ({ db, body, now }) => {
    const found = await find({ db, secret, now }, body.token);
    return found.ok ? ok(found.value.link) : found;
  });

  api.serve(emailCalls.changeByLink, async ({ db, body, now, newId }) =>
    change({ db, secret, now, newId }, body.token, body.isOn),
  );

  // What a mail program posts when its user presses Unsubscribe.
  api.serveOneClick(unsubscribePath, async (token, now) => {
    const changed = await change({ db: api.db, secret, now, newId }, token, false);
    return changed.ok ? undefined : changed.refusal;
  });
}

const none = { money: false, events: false, weekly: false };

type Asking = { readonly db: Db; readonly secret: string; readonly now: Instant };

async function find({ db, secret, now }: Asking, token: string) {
  const key = readSwitchToken(token, secret, now);
  const chapter = key && (await findChapterOfLink(db, key.chapterId));
  const switches = key && (await readMailSwitches(db, key.chapterId, key.memberId));
  if (!chapter || !switches) {
    return refuse('not-found', 'link_unusable', 'This link no longer works');
  }
  const { mail } = key;
  const link: EmailLink = { mail, isOn: switches[mail], chapterName: chapter.name };
  return ok({ key, link, isResting: chapter.isResting });
}

/** The token alone allows it, any number of times. */
async function change(
  asking: Asking & { readonly newId: NewId },
  token: string,
  isOn: boolean,
): Promise<Result<EmailLink>> {
  const { db, now, newId } = asking;
  const found = await find(asking, token);
  if (!found.ok) return found;
  const { key, link, isResting } = found.value;
  if (isResting) return { ok: false, refusal: chapterMoving };
  const { mail, ...person } = key;
  await inTransaction(db, async (tx) => {
    await saveMailSwitch(tx, { ...person, now, newId }, mail, isOn);
    return ok(undefined);
  });
  return ok({ ...link, isOn });
}
