/** A real, certified OpenID Connect provider for tests, running locally. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** Claims of its people by subject, which is also the login. */
export type ProviderPeople = Record<string, Record<string, string | boolean>>;

export type TestProvider = {
  readonly issuer: string;
  readonly client: { clientId: string; clientSecret: string };
  /** People with an account there; more may be added. */
  readonly people: ProviderPeople;
  /** Restarts with new keys and no state. */
  restart(more?: Configuration): Promise<void>;
  stop(): Promise<void>;
  /** Signs in like a browser and returns the address it is redirected to. */
  signIn(url: string, subject: string): Promise<string>;
  /** Cancels the sign-in and returns the address it is redirected to. */
  abort(url: string): Promise<string>;
};

const client = { clientId: 'hub', clientSecret: 'a secret of the client, known to both' };

export async function startProvider(
  redirectUris: string[],
  people: ProviderPeople,
  configuration: Configuration = {},
): Promise<TestProvider> {
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, reply) => void answer?.(request, reply));
  // The port is kept while the provider is down: another process might take it.
  server.on('connection', (socket) => {
    if (!answer) socket.destroy();
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const leave = () => {
    answer = undefined;
    server.closeAllConnections();
  };
  const serve = async (more: Configuration = {}): Promise<void> => {
    const whole = await configure(redirectUris, people, { ...configuration, ...more });
    answer = new Provider(issuer, whole).callback();
  };
  await serve();
  return {
    issuer,
    client,
    people,
    async restart(more) {
      leave();
      await serve(more);
    },
    stop: async () => leave(),
    signIn: (url, subject) =>
      followPages(issuer, url, { prompt: 'login', login: subject, password: 'x' }),
    abort: (url) => followPages(issuer, url, 'abort'),
  };
}

async function configure(
  redirectUris: string[],
  people: ProviderPeople,
  more: Configuration,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
      },
    ],
    cookies: { keys: ['a key for the cookies of tests'] },
    jwks: { keys: [key as never] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people[sub] }),
    }),
    /** Grants every scope without a consent screen. */
    loadExistingGrant: async ({ oidc }) => {
      const { session, client, provider } = oidc;
      if (!session?.accountId || !client) return undefined;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...more,
  };
}

/** On any free port, without keeping the process alive. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve).unref();
  });
  return (server.address() as AddressInfo).port;
}

/** Follows the provider's pages until it redirects back. */
async function followPages(
  issuer: string,
  start: string,
  act: Record<string, string> | 'abort',
): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(start);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    if (next.origin !== issuer) return next.href;
    const reply = await fetch(next, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { body } : {}),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    body = undefined;
    const location = reply.headers.get('location');
    if (location !== null) next = new URL(location, next);
    else if (!next.pathname.startsWith('/interaction/')) {
      throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    } else if (act === 'abort') next = new URL(`${next.pathname}/abort`, next);
    else body = new URLSearchParams(act);
  }
  throw new Error('the provider leads in circles');
}
