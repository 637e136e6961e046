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
import type { ChapterPolicy, EventPolicy } from '#kit/role.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { setUpLifetime } from '../invitation.ts';
import { findFirstChapterLinks, type NewChapter } from './chapter-store.ts';
import { createChapterWithAdmin, type PrepareChapter } from './create-chapter-with-admin.ts';
import { grantInstallationAdmin } from './installation-store.ts';

/** Defaults of the set-up screen, and the sign-in card's links while no chapter exists. */
export type ChapterDefaults = {
  name: string;
  timeZone: string;
  /** Whether the operator has set it. */
  isTimeZoneGiven: boolean;
} & Links;

/** What creating chapters requires. */
export type ChapterCreation = { defaults: ChapterDefaults; prepareChapter: PrepareChapter };

/** What a signed-out browser may see: the first chapter's links, or what to set up. */
export async function viewSetUp(
  db: Db,
  defaults: ChapterDefaults,
): Promise<Pick<SignedOutView, 'links' | 'setUp'>> {
  const links = await findFirstChapterLinks(db);
  if (links) return { links, setUp: null };
  return {
    links: pickLinks(defaults),
    setUp: {
      chapterName: defaults.name,
      timeZone: defaults.isTimeZoneGiven ? defaults.timeZone : null,
    },
  };
}

function pickLinks(defaults: ChapterDefaults): Links {
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = defaults;
  return { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
}

/**
 * Called at every start: creates a one-time link for creating the first chapter and its admin, and
 * replaces any earlier one. Undefined once there is a chapter.
 */
export async function ensureSetUpLink(
  services: Pick<IdentityServices, 'db' | 'publicUrl'>,
): Promise<string | undefined> {
  if (await findFirstChapterLinks(services.db)) return undefined;
  const token = newToken();
  const now = Temporal.Now.instant();
  const made = await inTransaction(services.db, async (tx) => {
    await tx.deleteFrom('setup_link').execute();
    if (await findFirstChapterLinks(tx)) return ok(false);
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
  policy?: ChapterPolicy | undefined;
  eventPolicy?: EventPolicy | undefined;
  membersSeeWallets?: boolean | undefined;
};

const unusable = refuse(
  'not-found',
  'set_up_unusable',
  "This setup link no longer works. If the hub isn't set up yet, restart the server to get a new one; otherwise, sign in.",
);

/** Creates the first chapter and its first admin, once, and signs the admin in. */
export async function setUp(
  services: IdentityServices,
  { defaults, prepareChapter }: ChapterCreation,
  input: SetUp,
  origin: SessionOrigin & { now: Instant },
): Promise<Result<StartedSession>> {
  const { email, firstName, lastName } = input;
  if (!(await isSetUpToken(services.db, input.token, origin.now))) return unusable;
  const passwordHash = await hashPassword(input.password, services.passwordCost);
  const chapter = newChapter(defaults, input, origin);
  const made = await inTransaction(services.db, async (tx) => {
    // Deleting the link makes it single-use: only one concurrent call deletes a row.
    const deleted = await tx
      .deleteFrom('setup_link')
      .where('token_hash', '=', hashToken(input.token))
      .where('expires_at', '>', origin.now)
      .executeTakeFirst();
    if (deleted.numDeletedRows !== 1n || (await findFirstChapterLinks(tx))) return unusable;
    const name = `${firstName} ${lastName}`;
    const accountId = await createAccount(
      tx,
      { email, name, passwordHash, isEmailVerified: false },
      origin,
    );
    if (accountId === undefined) return accountExists;
    const firstAdmin = { accountId, email, displayName: name, firstName, lastName };
    await createChapterWithAdmin(tx, prepareChapter, chapter, firstAdmin, origin);
    // The person who sets up the installation becomes its admin.
    await grantInstallationAdmin(tx, accountId, origin.now);
    return ok(accountId);
  });
  if (!made.ok) return made;
  const proof = { by: 'password', hash: passwordHash, secondFactor: 'none' } as const;
  const person = { accountId: made.value, proof };
  return beginSessionFor(services, person, origin, wrongCredentials);
}

const accountExists = refuse(
  'conflict',
  'account_exists',
  "There's already an account with this email address. Use another one.",
  { field: 'email' },
);

/** Checked first, so that strangers cannot trigger password hashing. */
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
  input: SetUp,
  { newId }: { newId: NewId },
): NewChapter {
  return {
    id: newId(),
    name: input.chapterName ?? defaults.name,
    timeZone: input.timeZone ?? defaults.timeZone,
    policy: input.policy ?? 'open',
    eventPolicy: input.eventPolicy,
    membersSeeWallets: input.membersSeeWallets,
    links: pickLinks(defaults),
  };
}
