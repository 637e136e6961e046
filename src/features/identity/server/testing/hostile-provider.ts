/** A provider that sends whatever the tests say, at each of its endpoints. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Endpoint = 'discovery' | 'keys' | 'token' | 'userinfo';
type Answer = (reply: ServerResponse) => void;

export type HostileProvider = {
  readonly issuer: string;
  readonly client: { clientId: string; clientSecret: string };
  readonly key: { privateKey: CryptoKey; publicKey: CryptoKey };
  /** What an endpoint sends instead of what it should. */
  readonly answers: Partial<Record<Endpoint, Answer>>;
  /** Sent instead of what it should be; the claims of an honest one are given. */
  makeIdToken: (claims: JWTPayload) => Promise<string>;
  /** Paths that were asked for, in order. */
  readonly requests: string[];
  close(): Promise<void>;
};

const client = { clientId: 'hub', clientSecret: 'a secret of the client, known to both' };
const paths: Record<string, Endpoint> = {
  '/.well-known/openid-configuration': 'discovery',
  '/keys': 'keys',
  '/token': 'token',
  '/userinfo': 'userinfo',
};

/** `readNonce`: of the sign-in under way. */
export async function startHostileProvider(readNonce: () => string): Promise<HostileProvider> {
  const key = await generateKeyPair('RS256', { extractable: true });
  const publicKey = { ...(await exportJWK(key.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const server = createServer((request, reply) => void respond(request.url ?? '', reply));
  async function respond(path: string, reply: ServerResponse): Promise<void> {
    provider.requests.push(path);
    const endpoint = paths[path];
    if (endpoint === undefined) return void reply.writeHead(404).end();
    const answer = provider.answers[endpoint];
    if (answer) return answer(reply);
    sendJson(reply, await honest[endpoint]());
  }
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const honest: Record<Endpoint, () => Promise<object>> = {
    discovery: async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
    }),
    keys: async () => ({ keys: [publicKey] }),
    token: async () => ({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: await provider.makeIdToken(makeClaims(issuer, readNonce())),
    }),
    userinfo: async () => ({ sub: 'pia', email: 'pia@example.org', email_verified: true }),
  };
  const provider: HostileProvider = {
    issuer,
    client,
    key,
    answers: {},
    requests: [],
    makeIdToken: (claims) => sign(claims, key.privateKey),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

/** Without an address, so that the hub asks for more. */
function makeClaims(issuer: string, nonce: string): JWTPayload {
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
  return { iss: issuer, aud: client.clientId, sub: 'pia', nonce, iat: now, exp: now + 60 };
}

export function sign(claims: JWTPayload, key: CryptoKey | Uint8Array, alg = 'RS256') {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: 'own' }).sign(key);
}

export function sendJson(reply: ServerResponse, value: object): void {
  reply.setHeader('content-type', 'application/json');
  reply.end(JSON.stringify(value));
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
