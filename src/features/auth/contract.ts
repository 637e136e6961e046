import * as z from 'zod';
import { instant, timeZone } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { pageOf, pageQuery } from '#kit/page.ts';
import { requiredText } from '#kit/text.ts';
import { invitationStates } from './invitation.ts';
import { chapterPolicies, roles } from './role.ts';

/**
 * Screens that links in mails and on the console lead to. The token follows `#`, so that no
 * server, proxy or log ever sees it: `/join#<token>`.
 */
export const joinPath = '/join';
export const setUpPath = '/setup';

export const shortestPassword = 10;
export const longestPassword = 128;

const role = z.enum(roles);

/** The longest address SMTP can carry (RFC 5321). */
export const longestEmail = 254;

/** Compared without regard to case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(longestEmail)
  .check(z.email('Must be an e-mail address'));

/** A password being chosen: length is the only rule (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(shortestPassword, `Must be at least ${shortestPassword} characters`)
  .max(longestPassword, `Must be at most ${longestPassword} characters`);

const knownPassword = z.string().min(1, 'Required').max(longestPassword);
const linkToken = z.string().min(1).max(200);
const firstName = requiredText(100);
const lastName = requiredText(100);

/** The outside links of a chapter; the sign-in card shows the first two. */
export const links = z.object({
  chapterSiteUrl: z.string(),
  networkHubUrl: z.string(),
  learningCentreUrl: z.string(),
  localPlatformUrl: z.string(),
});
export type Links = z.output<typeof links>;

const signedOutView = z.object({
  signedIn: z.literal(false),
  links,
  /** While no chapter exists: what the set-up screen proposes. */
  setUp: z.object({ chapterName: z.string(), timeZone: z.string() }).nullable(),
  /** Empty outside demo mode. */
  demoSignIns: z.array(z.object({ email: z.string(), password: z.string(), role })),
});

const signedInView = z.object({
  signedIn: z.literal(true),
  accountId: z.string(),
  email: z.string(),
  displayName: z.string(),
  /** Every chapter the person is an active member of, by name. */
  chapters: z.array(z.object({ id, name: z.string(), role })),
  /** The chapter being looked at; null when the person is not (or no longer) in any. */
  chapter: z
    .object({
      id,
      name: z.string(),
      timeZone: z.string(),
      policy: z.enum(chapterPolicies),
      links,
      memberId: id,
      role,
    })
    .nullable(),
});

export const sessionView = z.discriminatedUnion('signedIn', [signedOutView, signedInView]);
export type SessionView = z.output<typeof sessionView>;
export type SignedOutView = z.output<typeof signedOutView>;
export type SignedInView = z.output<typeof signedInView>;

const bearerToken = z.object({
  /** A signed EdDSA token for the `Authorization: Bearer` header. */
  token: z.string(),
  expiresAt: instant,
  chapterId: id,
});
export type BearerToken = z.output<typeof bearerToken>;

const invitation = z.object({
  id,
  email: z.string(),
  role,
  state: z.enum(invitationStates),
  /** Null: the hub's operator, by the command line. */
  invitedBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.output<typeof invitation>;

const invitationSent = z.object({
  invitation,
  /** `sent`: by mail. `not-configured` and `failed`: the admin passes `link` on. */
  mail: z.enum(['sent', 'not-configured', 'failed']),
  /** Shown this once, because only its hash is kept; null when the mail has it. */
  link: z.string().nullable(),
});
export type InvitationSent = z.output<typeof invitationSent>;

const invitationLook = z.object({
  chapterName: z.string(),
  email: z.string(),
  role,
  expiresAt: instant,
  /** True: accept with the account's own password. False: choose a name and a password. */
  hasAccount: z.boolean(),
});
export type InvitationLook = z.output<typeof invitationLook>;

const tag = 'Identity';

export const authCalls = {
  /** 401 `wrong_credentials` whether the account is unknown, disabled or the password wrong. */
  signIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in',
    tag,
    summary: 'Sign in by e-mail and password; sets the session cookie',
    policy: 'anyone',
    takesPassword: true,
    body: z.strictObject({ email, password: knownPassword }),
    reply: signedInView,
    status: 200,
  }),
  /** Succeeds without a session too, so that signing out twice is no error. */
  signOut: endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    tag,
    summary: 'End the session of the cookie; its tokens die at once',
    policy: 'anyone',
  }),
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    tag,
    summary: 'Who the session cookie says you are, or the signed-out view',
    policy: 'anyone',
    reply: sessionView,
  }),
  /** 403 `no_chapter` when the person is in no chapter. */
  token: endpoint({
    method: 'POST',
    path: '/auth/token',
    tag,
    summary: 'A short-lived bearer token for the active chapter of the session',
    policy: 'signed-in',
    credential: 'cookie',
    reply: bearerToken,
    status: 200,
  }),
  /** 404 for a chapter the person is not in. Ask for a new token afterwards. */
  switchChapter: endpoint({
    method: 'POST',
    path: '/auth/chapter',
    tag,
    summary: 'Make another of your chapters the active one',
    policy: 'signed-in',
    credential: 'cookie',
    body: z.strictObject({ chapterId: id }),
    reply: signedInView,
    status: 200,
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/auth/jwks',
    tag,
    summary: 'The public keys that sign bearer tokens',
    policy: 'anyone',
    reply: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
  }),
  /** 409 `already_member` when an active member of the chapter has the address. */
  invite: endpoint({
    method: 'POST',
    path: '/invitations',
    tag: 'Invitations',
    summary: 'Invite somebody to the chapter; replaces an open invitation to the same address',
    policy: 'admin',
    body: z.strictObject({ email, role: role.default('member') }),
    reply: invitationSent,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/invitations',
    tag: 'Invitations',
    summary: 'The chapter’s invitations, newest first',
    policy: 'admin',
    query: z.strictObject(pageQuery(40)),
    reply: pageOf(invitation),
  }),
  /** 409 `invitation_accepted` once somebody joined with it; 204 when already revoked. */
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    tag: 'Invitations',
    summary: 'Revoke an invitation; its link stops working at once',
    policy: 'admin',
    params: z.strictObject({ invitationId: id }),
  }),
  /** 404 `invitation_unusable` for a link that is unknown, used, revoked or expired. */
  lookAtInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/look',
    tag,
    summary: 'What an invitation link is for',
    policy: 'anyone',
    body: z.strictObject({ token: linkToken }),
    reply: invitationLook,
    status: 200,
  }),
  /**
   * A new person sends names and a chosen password, somebody with an account its password alone
   * (401 `wrong_credentials` else). 404 `invitation_unusable` as above, also for the slower of two.
   */
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/accept',
    tag,
    summary: 'Join the chapter with an invitation link; signs you in',
    policy: 'anyone',
    takesPassword: true,
    body: z.strictObject({
      token: linkToken,
      password: knownPassword,
      firstName: firstName.optional(),
      lastName: lastName.optional(),
    }),
    reply: signedInView,
  }),
  /** 404 `set_up_unusable` for a wrong or expired token, and once a chapter exists. */
  setUp: endpoint({
    method: 'POST',
    path: '/setup',
    tag,
    summary: 'Create the first chapter and its first admin with the one-time set-up link',
    policy: 'anyone',
    takesPassword: true,
    body: z.strictObject({
      token: linkToken,
      email,
      password: newPassword,
      firstName,
      lastName,
      chapterName: requiredText(100).optional(),
      timeZone: timeZone.optional(),
    }),
    reply: signedInView,
  }),
};
