/** Passkeys: made in the settings, and signed in with. The library is loaded at its first use. */

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import {
  type Assertion,
  type Attestation,
  type CreationOptions,
  maxPasskeys,
  type Passkey,
  type RequestOptions,
} from '../../factor-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { deleteOtherSessions, type Own } from '../accounts/own-account.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, type SignedIn } from '../shared/session.ts';
import { readSession } from '../shared/session-store.ts';
import {
  challengeSeconds,
  clearChallengeCookie,
  consumeChallenge,
  startChallenge,
} from './challenge.ts';
import {
  deletePasskey,
  findCredential,
  insertPasskey,
  type KnownCredential,
  listCredentialIds,
  updateCounter,
} from './passkey-store.ts';
import { type CurrentProof, prove } from './second-factor.ts';

/** Ed25519, ES256 and RS256, as COSE numbers them: what authenticators are made with. */
const algorithms = [-8, -7, -257];

const creationRefused = refuse(
  'invalid',
  'passkey_refused',
  "Couldn't verify this passkey. Try creating it again.",
);
// Whatever is wrong: a stranger learns nothing about accounts by it.
const signInRefused = refuse(
  'unauthenticated',
  'passkey_refused',
  "This passkey can't be used to sign in",
);
const noName = refuse(
  'conflict',
  'passkeys_unavailable',
  'Passkeys require a domain name; this server is reached by an IP address.',
);
const tooMany = refuse(
  'conflict',
  'too_many_passkeys',
  `You already have ${maxPasskeys} passkeys. Remove one first.`,
);
const isTaken = refuse('conflict', 'passkey_taken', 'This passkey is already registered');

type Begun<T> = { options: T; cookie: string };

export async function beginPasskey(
  services: IdentityServices,
  own: Own,
  proof: CurrentProof,
  context: WriteContext,
): Promise<Result<Begun<CreationOptions>>> {
  const party = relyingParty(services);
  if (!party) return noName;
  const proved = await prove(services, own, proof, context);
  if (!proved.ok) return proved;
  const known = await listCredentialIds(services.db, own.accountId);
  if (known.length >= maxPasskeys) return tooMany;
  const session = await readSession(services.db, { id: own.sessionId });
  if (!session) return notFound('Session');
  const challenge = newChallenge();
  const cookie = await startChallenge(services, { purpose: 'passkey-creation', ...own, challenge });
  const options: CreationOptions = {
    challenge,
    rp: { id: party.id, name: 'Chapter Hub' },
    user: {
      id: toUserHandle(own.accountId),
      name: session.email,
      displayName: session.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeSeconds * 1_000,
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
  return ok({ options, cookie });
}

/** The browser's answer to the question it was asked in this very session, which it uses up. */
export async function addPasskey(
  services: IdentityServices,
  own: Own,
  { name, passkey }: { name: string; passkey: Attestation },
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<Passkey>> {
  const begun = await consumeChallenge(services, 'passkey-creation', request);
  if (begun?.accountId !== own.accountId || begun.sessionId !== own.sessionId) {
    return creationRefused;
  }
  const credential = await checkAttestation(services, passkey, begun.challenge);
  if (!credential) return creationRefused;
  const id = context.newId<'passkey'>();
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    const isNew = await insertPasskey(tx, {
      id,
      accountId: own.accountId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      now: context.now,
    });
    if (!isNew) return isTaken;
    const { accountId } = own;
    await auditAccount(tx, accountId, context, {
      action: 'account.passkey-added',
      after: { name },
    });
    await queueAccountNotice(tx, services, { accountId, change: 'passkey-added' }, context);
    return ok({ id, name, createdAt: context.now, lastUsedAt: null });
  });
}

/** Whoever signed in with it is signed out, and whoever else is elsewhere: sessions do not say by what. */
export async function removePasskey(
  services: IdentityServices,
  own: Own,
  passkeyId: Id<'passkey'>,
  context: WriteContext,
): Promise<Result<undefined>> {
  const { accountId } = own;
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    const name = await deletePasskey(tx, accountId, passkeyId);
    if (name === undefined) return notFound('Passkey');
    await deleteOtherSessions(tx, own);
    await auditAccount(tx, accountId, context, {
      action: 'account.passkey-removed',
      before: { name },
    });
    await queueAccountNotice(tx, services, { accountId, change: 'passkey-removed' }, context);
    return ok(undefined);
  });
}

export async function beginPasskeySignIn(
  services: IdentityServices,
): Promise<Result<Begun<RequestOptions>>> {
  const party = relyingParty(services);
  if (!party) return noName;
  const challenge = newChallenge();
  const cookie = await startChallenge(services, { purpose: 'passkey-sign-in', challenge });
  const timeout = challengeSeconds * 1_000;
  return ok({
    options: { challenge, rpId: party.id, timeout, userVerification: 'required' },
    cookie,
  });
}

/** The person was verified by the authenticator: the passkey is both factors in one. */
export async function passkeySignIn(
  services: IdentityServices,
  passkey: Assertion,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<SignedIn>> {
  // Used up first: whatever comes of it, it answers one question.
  const begun = await consumeChallenge(services, 'passkey-sign-in', request);
  const known = await findCredential(services.db, passkey.id);
  if (!begun || !known) return signInRefused;
  const counter = await checkAssertion(services, passkey, begun.challenge, known);
  if (counter === undefined) return signInRefused;
  if (!(await updateCounter(services.db, known.id, { counter, now: context.now }))) {
    await recordClonedAuthenticator(services, known, context);
    return signInRefused;
  }
  const proved = { by: 'passkey', id: known.id } as const;
  const person = { accountId: known.accountId, proved };
  const from = { request, newId: context.newId };
  const session = await beginSessionFor(services, person, from, signInRefused);
  if (!session.ok) return session;
  const cleared = clearChallengeCookie('passkey-sign-in', services.isSecure);
  return ok({ ...session.value, cookies: [...session.value.cookies, cleared] });
}

/** Somebody else may have a copy of the authenticator. */
async function recordClonedAuthenticator(
  services: IdentityServices,
  known: KnownCredential,
  context: WriteContext,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    await auditAccount(tx, known.accountId, context, {
      action: 'account.passkey-refused',
      after: { passkeyId: known.id },
    });
    return ok(undefined);
  });
}

async function checkAttestation(
  services: IdentityServices,
  passkey: Attestation,
  challenge: string,
) {
  const party = relyingParty(services);
  if (!party) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const checked = await verifyRegistrationResponse({
      response: passkey as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return checked.verified ? checked.registrationInfo.credential : undefined;
  } catch {
    // The library throws for each thing that may be wrong.
    return undefined;
  }
}

/** The count of its signatures, from a right answer. */
async function checkAssertion(
  services: IdentityServices,
  passkey: Assertion,
  challenge: string,
  known: KnownCredential,
): Promise<number | undefined> {
  const party = relyingParty(services);
  if (!party || passkey.response.userHandle !== toUserHandle(known.accountId)) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const checked = await verifyAuthenticationResponse({
      response: passkey as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        // Compared where it is kept, after the signature, so that nobody else can lower it.
        counter: 0,
      },
    });
    return checked.verified ? checked.authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Whom passkeys are for: the name in the hub's public address, asked for there and nowhere else. */
function relyingParty({ publicUrl }: IdentityServices): { id: string; origin: string } | undefined {
  const { hostname, origin } = new URL(publicUrl());
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isNumber ? undefined : { id: hostname, origin };
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** What an authenticator keeps beside the key: says nothing about the person. */
function toUserHandle(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}
