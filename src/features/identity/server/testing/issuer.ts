/** A local token issuer whose keys, responses and failures the tests control. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export type IssuerKey = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey };

export type TestIssuer = {
  readonly issuer: string;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Publishes another key. */
  addKey(kid: string, alg?: string): Promise<IssuerKey>;
  withdraw(kid: string): void;
  /** How it fails. */
  failure: 'none' | 'error' | 'nonsense' | 'redirect' | 'another issuer' | 'too much';
  close(): Promise<void>;
};

export async function startIssuer(): Promise<TestIssuer> {
  const keys = new Map<string, JWK>();
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    const url = request.url ?? '';
    requests.push(url);
    if (issuer.failure === 'error') return void reply.writeHead(500).end();
    if (issuer.failure === 'nonsense') return void reply.end('<html>');
    if (issuer.failure === 'redirect') {
      return void reply.writeHead(302, { location: `/elsewhere${url}` }).end();
    }
    const metadata = {
      issuer: issuer.failure === 'another issuer' ? 'https://evil.example.org' : issuer.issuer,
      jwks_uri: `${issuer.issuer}/jwks`,
    };
    if (issuer.failure === 'too much') {
      return void reply.end(JSON.stringify({ ...metadata, keys: [], x: 'x'.repeat(257 * 1024) }));
    }
    const isKeys = url.endsWith('/jwks');
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(isKeys ? { keys: [...keys.values()] } : metadata));
  });
  const port = await listen(server);
  const issuer: TestIssuer = {
    issuer: `http://127.0.0.1:${port}`,
    requests,
    failure: 'none',
    async addKey(kid, alg = 'RS256') {
      const pair = await generateKeyPair(alg, { extractable: true });
      keys.set(kid, { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' });
      return { kid, alg, ...pair };
    },
    withdraw: (kid) => void keys.delete(kid),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return issuer;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
