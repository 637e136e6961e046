import { type Links, type SignedOutView, setUpPath } from '#features/identity/contract.ts';
import { createAccount } from '#features/identity/server/shared/account-store.ts';
import { hashToken, newToken } from '#features/identity/server/shared/link-token.ts';
import { hashPassword } from '#features/identity/server/shared/password.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import {
  beginSessionFor,
  type SessionOrigin,
  type StartedSession,
  wrongCredentials,
} from '#features/identity/server/shared/session.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { setUpLifetime } from '../invitation.ts';
import { firstChapterLinks, type NewChapter } from './chapter-store.ts';
import { foundChapter, type PrepareChapter } from './found-chapter.ts';
import { grantInstallation } from './installation-store.ts';

/** What the set-up screen proposes, and the links of the card while no chapter exists. */
export type ChapterDefaults = { name: string; timeZone: string } & Links;

/** What chapters are made with. */
export type Founding = { defaults: ChapterDefaults; prepareChapter: PrepareChapter };

/** What a signed-out browser is shown: the first chapter's links, or what to set up. */
export async function viewSetUp(
  db: Db,
  defaults: ChapterDefaults,
): Promise<Pick<SignedOutView, 'links' | 'setUp'>> {
  const links = await firstChapterLinks(db);
  if (links) return { links, setUp: null };
  return {
    links: linksOf(defaults),
    setUp: { chapterName: defaults.name, timeZone: defaults.timeZone },
  };
}

function linksOf(defaults: ChapterDefaults): Links {
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = defaults;
  return { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
}

/**
 * At each start without a chapter: a new one-time link that makes the first chapter and its admin,
 * in place of any earlier one. Undefined once there is a chapter.
 */
export async function ensureSetUpLink(
  services: Pick<IdentityServices, 'db' | 'publicUrl'>,
): Promise<string | undefined> {
  if (await firstChapterLinks(services.db)) return undefined;
  const token = newToken();
  const now = Temporal.Now.instant();
  const made = await inTransaction(services.db, async (tx) => {
    await tx.deleteFrom('setup_link').execute();
    if (await firstChapterLinks(tx)) return ok(false);
    await tx
      .insertInto('setup_link')
      .values({
        token_hash: hashToken(token),
        created_at: toInstant(now),
        expires_at: toInstant(now.add(setUpLifetime)),
      })
      .execute();
    return ok(true);
  });
  return made.ok && made.value ? `${services.publicUrl()}${setUpPath}#${token}` : undefined;
}

export type SetUp = {
  token: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  chapterName?: string | undefined;
  timeZone?: string | undefined;
};

const unusable = refuse(
  'not-found',
  'set_up_unusable',
  'This setup link no longer works. Restart the server to get a new one.',
);

/** Makes the first chapter and its first admin, once, and signs the admin in. */
export async function setUp(
  services: IdentityServices,
  { defaults, prepareChapter }: Founding,
  wish: SetUp,
  from: SessionOrigin & { now: Instant },
): Promise<Result<StartedSession>> {
  const { email, firstName, lastName } = wish;
  if (!(await isSetUpToken(services.db, wish.token, from.now))) return unusable;
  const passwordHash = await hashPassword(wish.password);
  const chapter = newChapter(defaults, wish, from);
  const made = await inTransaction(services.db, async (tx) => {
    // Deleting the link is what makes it single-use: of several at once only one deletes a row.
    const spent = await tx
      .deleteFrom('setup_link')
      .where('token_hash', '=', hashToken(wish.token))
      .where('expires_at', '>', from.now)
      .executeTakeFirst();
    if (spent.numDeletedRows !== 1n || (await firstChapterLinks(tx))) return unusable;
    const name = `${firstName} ${lastName}`;
    const accountId = await createAccount(
      tx,
      { email, name, passwordHash, isEmailVerified: false },
      from,
    );
    if (accountId === undefined) return accountExists;
    const founder = { accountId, email, displayName: name, firstName, lastName };
    await foundChapter(tx, prepareChapter, chapter, founder, from);
    // Who sets the installation up looks after it.
    await grantInstallation(tx, accountId, from.now);
    return ok(accountId);
  });
  if (!made.ok) return made;
  const proof = { by: 'password', hash: passwordHash, secondFactor: 'none' } as const;
  const person = { accountId: made.value, proof };
  return beginSessionFor(services, person, from, wrongCredentials);
}

const accountExists = refuse(
  'conflict',
  'account_exists',
  "There's already an account with this email address. Use another one.",
  { field: 'email' },
);

/** Asked first, so that strangers cannot have passwords hashed. */
async function isSetUpToken(db: Db, token: string, now: Instant): Promise<boolean> {
  const found = await db
    .selectFrom('setup_link')
    .select('created_at')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

function newChapter(
  defaults: ChapterDefaults,
  wish: SetUp,
  { newId }: { newId: NewId },
): NewChapter {
  return {
    id: newId(),
    name: wish.chapterName ?? defaults.name,
    timeZone: wish.timeZone ?? defaults.timeZone,
    policy: 'open',
    links: linksOf(defaults),
  };
}
