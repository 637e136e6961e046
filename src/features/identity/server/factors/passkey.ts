/** Creating passkeys and signing in with them. The library is loaded on first use. */

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { SignedIn } from '#kit/caller.ts';
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
import { deleteOtherSessions } from '../accounts/own-account.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, type StartedSession } from '../shared/session.ts';
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
import { type Proof, verifyProof } from './second-factor.ts';

/** COSE algorithm identifiers of Ed25519, ES256 and RS256. */
const algorithms = [-8, -7, -257];

const creationRefused = refuse(
  'invalid',
  'passkey_refused',
  "Couldn't verify this passkey. Try creating it again.",
);
// The same for every failure, to reveal nothing about accounts.
const signInRefused = refuse(
  'unauthenticated',
  'passkey_refused',
  "This passkey can't be used to sign in",
);
const noDomainName = refuse(
  'conflict',
  'passkeys_unavailable',
  'Passkeys require a domain name; this server is reached by an IP address.',
);
const tooManyPasskeys = refuse(
  'conflict',
  'too_many_passkeys',
  `You already have ${maxPasskeys} passkeys. Remove one first.`,
);
const passkeyTaken = refuse('conflict', 'passkey_taken', 'This passkey is already registered');

type Begun<T> = { options: T; cookie: string };

export async function beginPasskey(
  services: IdentityServices,
  caller: SignedIn,
  proof: Proof,
  context: WriteContext,
): Promise<Result<Begun<CreationOptions>>> {
  const party = relyingParty(services);
  if (!party) return noDomainName;
  const verified = await verifyProof(services, caller, proof, context);
  if (!verified.ok) return verified;
  const known = await listCredentialIds(services.db, caller.accountId);
  if (known.length >= maxPasskeys) return tooManyPasskeys;
  const session = await readSession(services.db, { id: caller.sessionId });
  if (!session) return notFound('Session');
  const challenge = newChallenge();
  const cookie = await startChallenge(services, {
    purpose: 'passkey-creation',
    ...caller,
    challenge,
  });
  const options: CreationOptions = {
    challenge,
    rp: { id: party.id, name: 'Chapter Hub' },
    user: {
      id: toUserHandle(caller.accountId),
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

/** Consumes the challenge, which must have been issued to this browser in this session. */
export async function addPasskey(
  services: IdentityServices,
  caller: SignedIn,
  { name, passkey }: { name: string; passkey: Attestation },
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<Passkey>> {
  const challenge = await consumeChallenge(services, 'passkey-creation', request);
  if (challenge?.accountId !== caller.accountId || challenge.sessionId !== caller.sessionId) {
    return creationRefused;
  }
  const credential = await checkAttestation(services, passkey, challenge.challenge);
  if (!credential) return creationRefused;
  const id = context.newId<'passkey'>();
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    const isNew = await insertPasskey(tx, {
      id,
      accountId: caller.accountId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      now: context.now,
    });
    if (!isNew) return passkeyTaken;
    const { accountId } = caller;
    await auditAccount(tx, accountId, context, {
      action: 'account.passkey-added',
      after: { name },
    });
    await queueAccountNotice(tx, services, { accountId, change: 'passkey-added' }, context);
    return ok({ id, name, createdAt: context.now, lastUsedAt: null });
  });
}

/** Ends every other session: sessions do not record which passkey started them. */
export async function removePasskey(
  services: IdentityServices,
  caller: SignedIn,
  passkeyId: Id<'passkey'>,
  context: WriteContext,
): Promise<Result<undefined>> {
  const { accountId } = caller;
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    const name = await deletePasskey(tx, accountId, passkeyId);
    if (name === undefined) return notFound('Passkey');
    await deleteOtherSessions(tx, caller);
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
  if (!party) return noDomainName;
  const challenge = newChallenge();
  const cookie = await startChallenge(services, { purpose: 'passkey-sign-in', challenge });
  const timeout = challengeSeconds * 1_000;
  return ok({
    options: { challenge, rpId: party.id, timeout, userVerification: 'required' },
    cookie,
  });
}

/** A passkey counts as both factors: the authenticator has verified the person. */
export async function passkeySignIn(
  services: IdentityServices,
  passkey: Assertion,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<StartedSession>> {
  // Consumed first: a challenge is good for one attempt.
  const challenge = await consumeChallenge(services, 'passkey-sign-in', request);
  const known = await findCredential(services.db, passkey.id);
  if (!challenge || !known) return signInRefused;
  const counter = await checkAssertion(services, passkey, challenge.challenge, known);
  if (counter === undefined) return signInRefused;
  if (!(await updateCounter(services.db, known.id, { counter, now: context.now }))) {
    await recordClonedAuthenticator(services, known, context);
    return signInRefused;
  }
  const proof = { by: 'passkey', id: known.id } as const;
  const person = { accountId: known.accountId, proof };
  const from = { request, newId: context.newId };
  const session = await beginSessionFor(services, person, from, signInRefused);
  if (!session.ok) return session;
  const cleared = clearChallengeCookie('passkey-sign-in', services.isSecure);
  return ok({ ...session.value, cookies: [...session.value.cookies, cleared] });
}

/** A counter that did not increase may mean a cloned authenticator. */
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
    // The library throws for every invalid input.
    return undefined;
  }
}

/** Returns the signature counter of a valid assertion. */
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
        // Compared in the database, after the signature, so that no concurrent request can lower
        // it.
        counter: 0,
      },
    });
    return checked.verified ? checked.authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The domain name in the public URL; undefined for an IP address. */
function relyingParty({ publicUrl }: IdentityServices): { id: string; origin: string } | undefined {
  const { hostname, origin } = new URL(publicUrl());
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isIpAddress ? undefined : { id: hostname, origin };
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** The opaque user handle that authenticators store with the key. */
function toUserHandle(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}
