/** Second factors and passkeys. Separate from contract.ts because few screens need them. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { requiredText, textLike } from '#kit/text.ts';
import { knownPassword, signedInView } from './contract.ts';

/**
 * The password was right but a second factor is required; the reply's cookie allows `secondStep`.
 */
export const secondFactorRequired = 'second_factor_required';

export const codeDigits = 6;
export const recoveryCodeCount = 10;
export const maxPasskeys = 20;

/** An authenticator or recovery code, with or without spaces and dashes. */
const code = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(40));

/** The password, and a code if the account has a second factor. */
export const proof = z.strictObject({ currentPassword: knownPassword, code: z.optional(code) });

/** Shown only once: only hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const secondFactorView = z.object({
  /** Null if turned off. */
  since: z.nullable(instant),
  recoveryCodesLeft: z.int(),
  /** Accounts that only sign in with the OIDC provider have no second factor and no passkeys. */
  hasPassword: z.boolean(),
});
export type SecondFactorView = z.output<typeof secondFactorView>;

const passkey = z.object({
  id: id<'passkey'>(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

/** WebAuthn's JSON serialization. */
const base64url = textLike(/^[\w-]+$/);
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10));
const credential = {
  id: base64url.check(z.maxLength(1_400)),
  rawId: base64url.check(z.maxLength(1_400)),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
  /** No extensions are requested, so any content is stripped. */
  clientExtensionResults: z.object({}),
};
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.check(z.maxLength(4_000)),
    authenticatorData: base64url.check(z.maxLength(4_000)),
    signature: base64url.check(z.maxLength(2_000)),
    userHandle: z.optional(base64url.check(z.maxLength(200))),
  }),
});
export type Assertion = z.output<typeof assertion>;
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.check(z.maxLength(4_000)),
    attestationObject: base64url.check(z.maxLength(8_000)),
    transports: z.optional(transports),
  }),
});
export type Attestation = z.output<typeof attestation>;

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.output<typeof requestOptions>;

const descriptor = z.object({ id: z.string(), type: z.literal('public-key') });
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.output<typeof creationOptions>;

const tag = 'Identity';

export const factorCalls = {
  /**
   * Follows a 401 `second_factor_required`, within five minutes and with the cookie of that reply.
   * 422 `wrong_code`, 401 `challenge_over`, 429 after five wrong codes.
   */
  secondStep: endpoint({
    method: 'POST',
    path: '/auth/sign-in/code',
    tag,
    summary: 'Sign in with an authenticator or recovery code',
    policy: 'anyone',
    body: z.strictObject({ code }),
    reply: signedInView,
    status: 200,
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/auth/second-factor',
    tag,
    summary: 'Whether two-step verification is on',
    policy: 'signed-in',
    reply: secondFactorView,
  }),
  /** 409 `second_factor_on` if already on. A repeated call replaces an unconfirmed secret. */
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/begin',
    tag,
    summary: 'Create a secret for an authenticator app; takes effect once confirmed',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: z.strictObject({ currentPassword: knownPassword }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
    status: 200,
  }),
  /** 422 `wrong_code`, 429 after five wrong codes. */
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    tag,
    summary: 'Confirm the secret with its first code; ends your other sessions',
    policy: 'signed-in',
    body: z.strictObject({ code }),
    reply: recoveryCodes,
    status: 200,
  }),
  replaceRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    tag,
    summary: 'Create new recovery codes; earlier ones stop working',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: proof,
    reply: recoveryCodes,
    status: 200,
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/remove',
    tag,
    summary: 'Turn off two-step verification',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: proof,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    tag,
    summary: 'List your passkeys, oldest first',
    policy: 'signed-in',
    reply: z.object({ items: z.array(passkey) }),
  }),
  /** 409 `too_many_passkeys`; 422 `wrong_password`, `wrong_code`, `code_required`. */
  beginPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys/begin',
    tag,
    summary: 'Options for creating a passkey; valid once, for five minutes',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: proof,
    reply: creationOptions,
    status: 200,
  }),
  /** 422 `passkey_refused` unless it answers this browser's own challenge. */
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    tag,
    summary: 'Save the passkey the browser created',
    policy: 'signed-in',
    body: z.strictObject({ name: requiredText(60).check(...lineRules), passkey: attestation }),
    reply: passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/auth/passkeys/{passkeyId}',
    tag,
    summary: 'Remove one of your passkeys; it no longer signs anyone in',
    policy: 'signed-in',
    params: z.strictObject({ passkeyId: id<'passkey'>() }),
  }),
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in/passkey/begin',
    tag,
    summary: 'Options for signing in with a passkey; valid once, for five minutes',
    policy: 'anyone',
    reply: requestOptions,
    status: 200,
  }),
  /** 401 `passkey_refused` for every failure. A passkey counts as both factors. */
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in/passkey',
    tag,
    summary: 'Sign in with a passkey; sets the session cookie',
    policy: 'anyone',
    body: z.strictObject({ passkey: assertion }),
    reply: signedInView,
    status: 200,
  }),
};
