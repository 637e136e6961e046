import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { maxEmailLength, toAsciiDomain } from '#kit/email.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { chapterPolicies, eventPolicies, roles, settlementWays } from '#kit/role.ts';
import { text } from '#kit/text.ts';

/**
 * Screens opened by one-time links. The token follows `#`, so that no server, proxy or log ever
 * sees it: `/join#<token>`.
 */
export const joinPath = '/join';
export const setUpPath = '/setup';
/** The OIDC redirect URI. */
export const oidcReturnPath = '/signed-in';
export const resetPath = '/reset';

/** The secret of a one-time link. */
export const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

export const role = z.enum(roles);

/** Stored and compared in lower case. */
export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite(toAsciiDomain),
    z.maxLength(maxEmailLength),
    z.email('Must be a valid email address'),
  );

/** A new password: length is the only rule (NIST SP 800-63B). */
export const newPassword = text(maxPasswordLength).check(
  z.minLength(minPasswordLength, `Must be at least ${minPasswordLength} characters`),
);

/** An existing password: only compared, so no rules apply. */
export const knownPassword = z
  .string()
  .check(z.minLength(1, 'Required'), z.maxLength(maxPasswordLength));

/** External links of a chapter; the sign-in card shows the first two. */
const links = z.object({
  chapterSiteUrl: z.string(),
  networkHubUrl: z.string(),
  learningCentreUrl: z.string(),
  localPlatformUrl: z.string(),
});
export type Links = z.output<typeof links>;

const signedOutView = z.object({
  signedIn: z.literal(false),
  links,
  /**
   * Defaults for the set-up screen; null once a chapter exists. Without a time zone of the operator, the
   * browser proposes its own.
   */
  setUp: z.nullable(z.object({ chapterName: z.string(), timeZone: z.nullable(z.string()) })),
  /** Name of the OIDC provider; null if none is configured. */
  hostedName: z.nullable(z.string()),
  /** Empty outside demo mode. */
  demoSignIns: z.array(z.object({ email: z.string(), password: z.string(), role })),
});

export const signedInView = z.object({
  signedIn: z.literal(true),
  accountId: z.string(),
  email: z.string(),
  displayName: z.string(),
  /** May create chapters on this server. */
  isInstallationAdmin: z.boolean(),
  /** Chapters with an active membership, by name. */
  chapters: z.array(z.object({ id: id<'chapter'>(), name: z.string(), role })),
  /** The active chapter; null without a membership. */
  chapter: z.nullable(
    z.object({
      id: id<'chapter'>(),
      name: z.string(),
      /** Hash of the logo, served at `/chapter/logo/<hash>`. */
      logo: z.nullable(z.string()),
      timeZone: z.string(),
      policy: z.enum(chapterPolicies),
      /** Who may change and delete events. */
      eventPolicy: z.enum(eventPolicies),
      membersSeeWallets: z.boolean(),
      /** How new expenses are settled unless they say otherwise. */
      settlesThrough: z.enum(settlementWays),
      /** Whether `GET /chapter/payment-instructions` says anything. */
      saysHowToPay: z.boolean(),
      links,
      memberId: id<'member'>(),
      role,
    }),
  ),
  /** Where the last chapter is now, for someone who is in no other one here. */
  movedTo: z.optional(z.string()),
});

const bearerToken = z.object({
  /** A signed EdDSA token for the `Authorization: Bearer` header. */
  token: z.string(),
  expiresAt: instant,
  chapterId: id<'chapter'>(),
});
export type BearerToken = z.output<typeof bearerToken>;

const sessionView = z.discriminatedUnion('signedIn', [signedOutView, signedInView]);
export type SessionView = z.output<typeof sessionView>;
export type SignedOutView = z.output<typeof signedOutView>;
export type SignedInView = z.output<typeof signedInView>;

/** The browser's first request; saves a second one by including a bearer token. */
const sessionReply = z.discriminatedUnion('signedIn', [
  signedOutView,
  z.extend(signedInView, {
    /** Null without a chapter. */
    bearer: z.nullable(bearerToken),
  }),
]);
export type SessionReply = z.output<typeof sessionReply>;

const tag = 'Identity';

export const authCalls = {
  /** 401 `wrong_credentials` for unknown and disabled accounts and for wrong passwords alike. */
  signIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in',
    tag,
    summary: 'Sign in with email and password; sets the session cookie',
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({ email, password: knownPassword }),
    reply: signedInView,
    status: 200,
  }),
  /** Succeeds without a session too, so that signing out twice is not an error. */
  signOut: endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    tag,
    summary: 'Sign out; ends the session and its tokens immediately',
    policy: 'anyone',
  }),
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    tag,
    summary: 'Who is signed in, or the signed-out view',
    policy: 'anyone',
    reply: sessionReply,
  }),
  /** 403 `no_chapter` without a membership. */
  token: endpoint({
    method: 'POST',
    path: '/auth/token',
    tag,
    summary: "A short-lived bearer token for the session's active chapter",
    policy: 'signed-in',
    credential: 'cookie',
    reply: bearerToken,
    status: 200,
  }),
  /** 404 without a membership in the chapter. Request a new token afterwards. */
  switchChapter: endpoint({
    method: 'POST',
    path: '/auth/chapter',
    tag,
    summary: 'Switch the active chapter',
    policy: 'signed-in',
    credential: 'cookie',
    body: z.strictObject({ chapterId: id<'chapter'>() }),
    reply: signedInView,
    status: 200,
  }),
};
