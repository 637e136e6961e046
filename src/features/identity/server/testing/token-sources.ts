/** The three sources of bearer tokens, each with keys whose private half the tests know. */
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { TestChapter, TestHub } from '#app/testing/hub.ts';
import { newId } from '#server/database/ids.ts';
import { issueOperatorToken } from '../tokens/operator-token.ts';
import { join } from './browser.ts';
import type { IssuerKey, TestIssuer } from './issuer.ts';

export type Header = Record<string, unknown>;

export type TokenSource = {
  readonly key: IssuerKey;
  /** A key of the same kind that no one trusts. */
  readonly attacker: IssuerKey;
  readonly header: Header;
  /** Claims of a token issued now. */
  claims(): JWTPayload;
  /** Claims without which a token is invalid. */
  readonly requiredClaims: readonly string[];
  /** Issues a token the way the source does. */
  genuine(): Promise<string>;
};

/** Signs a token like the source, with changes. */
export function signAs(
  source: TokenSource,
  changes: { claims?: JWTPayload; header?: Header; key?: CryptoKey | Uint8Array } = {},
): Promise<string> {
  const header = { ...source.header, ...changes.header };
  return new SignJWT({ ...source.claims(), ...changes.claims })
    .setProtectedHeader(header as { alg: string })
    .sign(changes.key ?? source.key.privateKey);
}

export const secondsNow = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);

export async function createBrowserSource(
  hub: TestHub,
  chapter: TestChapter,
): Promise<TokenSource> {
  const browser = await join(hub, chapter, 'by-browser@example.org');
  const genuine = async () => (await browser.bearer()).authorization.slice('Bearer '.length);
  return createOwnSource(hub, 'browser-key', genuine);
}

export async function createOperatorSource(
  hub: TestHub,
  chapter: TestChapter,
): Promise<TokenSource> {
  const email = 'by-operator@example.org';
  await join(hub, chapter, email);
  return createOwnSource(hub, 'operator-key', async () => {
    const issued = await issueOperatorToken(hub.identity, { email }, newId);
    if (!issued.ok) throw new Error(issued.refusal.message);
    return issued.value.token;
  });
}

async function createOwnSource(
  hub: TestHub,
  kid: string,
  genuine: () => Promise<string>,
): Promise<TokenSource> {
  const key = await makeKey(kid, 'EdDSA');
  await addSigningKey(hub, key);
  const { iat: _, nbf: __, exp: ___, ...who } = decodeJwt(await genuine());
  return {
    key,
    attacker: await makeKey(kid, 'EdDSA'),
    header: { alg: 'EdDSA', typ: 'at+jwt', kid },
    claims: () => ({ ...who, iat: secondsNow(), nbf: secondsNow(), exp: secondsNow() + 300 }),
    requiredClaims: ['iss', 'aud', 'sub', 'sid', 'chapter', 'iat', 'nbf', 'exp'],
    genuine,
  };
}

/** Adds one of our own signing keys; it is retired if `expiresAt` is in the past. */
export async function addSigningKey(
  hub: TestHub,
  { kid, publicKey }: Pick<IssuerKey, 'kid' | 'publicKey'>,
  expiresAt = '9999-01-01T00:00:00Z',
): Promise<void> {
  await sql`insert into auth.signing_key (id, public_key, private_key, created_at, expires_at)
    values (${kid}, ${JSON.stringify(await exportJWK(publicKey))}, 'unknown', now() - interval '1 day',
      ${expiresAt})`.execute(hub.db);
}

export async function createIssuerSource(
  hub: TestHub,
  chapter: TestChapter,
  issuer: TestIssuer,
): Promise<TokenSource> {
  const key = await issuer.addKey('issuer-key');
  const subject = `client-${newId()}`;
  await connect(hub, (await chapter.person('Rita Reports')).accountId, issuer, subject);
  const source: TokenSource = {
    key,
    attacker: await makeKey(key.kid, key.alg),
    header: { alg: key.alg, typ: 'JWT', kid: key.kid },
    claims: () => ({
      iss: issuer.issuer,
      aud: 'hub-api',
      azp: 'reports',
      sub: subject,
      iat: secondsNow(),
      nbf: secondsNow(),
      exp: secondsNow() + 300,
    }),
    requiredClaims: ['iss', 'aud', 'azp', 'sub', 'iat', 'exp'],
    genuine: () => signAs(source),
  };
  return source;
}

/** Connects an account like an OIDC sign-in or the operator would. */
export async function connect(
  hub: TestHub,
  accountId: string,
  { issuer }: { issuer: string },
  subject: string,
): Promise<void> {
  await sql`insert into auth.identity (issuer, subject, account_id)
    values (${issuer}, ${subject}, ${accountId})`.execute(hub.db);
}

async function makeKey(kid: string, alg: string): Promise<IssuerKey> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) };
}
