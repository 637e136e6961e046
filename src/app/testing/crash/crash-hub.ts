/** A hub of a test's own that is killed and started again: three people, two wallets, a token. */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, toId } from '#kit/id.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';
import { createSeededRandom } from '../../server/demo/seeded-random.ts';
import { amountOf, seed } from '../amounts.ts';
import { type HubProcess, type RunAs, removeDataDir, runHub, startHub } from '../hub-process.ts';
import { say } from '../say.ts';

export type CrashHub = {
  readonly dataDir: string;
  /** The admin's. */
  readonly token: string;
  /** A plain member, whose payments wait to be confirmed. */
  readonly payer: { readonly id: Id<'member'>; readonly token: string };
  readonly members: readonly Id<'member'>[];
  readonly wallets: readonly Id<'wallet'>[];
  /** The process that serves now, or served last. */
  current(): HubProcess;
  start(env?: NodeJS.ProcessEnv): Promise<HubProcess>;
  removeDataDir(): Promise<void>;
};

const people = ['Maya', 'Tom', 'Priya'] as const;
const password = 'correct horse battery';

/** An empty folder that this run of the tests removes, or, when it is killed, the next. */
export async function crashFolder(): Promise<string> {
  const home = join(tmpdir(), 'chapter-hub-crash');
  await removeLeftovers(home);
  const folder = scratchFolder(home);
  await mkdir(folder, { mode: 0o755 });
  return folder;
}

/** Starts on an empty folder and goes the way of a new installation: set-up link, invitations. */
export async function makeCrashHub(): Promise<CrashHub> {
  const dataDir = await crashFolder();
  const processes: HubProcess[] = [];
  const start = async (env: NodeJS.ProcessEnv = {}) => {
    const hub = await startHub(dataDir, [], env);
    processes.push(hub);
    return hub;
  };
  const first = await start();
  const { token, payer, members, wallets } = await setUp(first, dataDir);
  return {
    dataDir,
    token,
    payer,
    members,
    wallets,
    current: () => processes.at(-1) ?? first,
    start,
    removeDataDir: () => removeDataDir(dataDir, processes),
  };
}

/** From the set-up link to a chapter with three people and two wallets. */
export async function setUp(
  hub: HubProcess,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  as: RunAs = {},
) {
  const [admin, ...others] = people;
  const anonymous = poster(hub.url, {});
  const link = /^Set it up .*#(\S+)$/m.exec(hub.stdout())?.[1];
  await anonymous('/setup', { token: link, password, ...names(admin) });
  const token = await issueToken(dataDir, names(admin).email, env, as);
  const authorization = `Bearer ${token}`;
  const post = poster(hub.url, { authorization });
  for (const name of others) {
    const { email, ...called } = names(name);
    const invited = await post('/invitations', { email, role: 'member' });
    const invitation = String(invited.reply.link).split('#')[1];
    await anonymous('/auth/invitation/accept', { token: invitation, password, ...called });
  }
  const listed = await fetch(`${hub.url}/api/users?take=10`, { headers: { authorization } });
  const { items } = (await listed.json()) as { items: { id: string; email: string }[] };
  const members = items.map(({ id }) => toId<'member'>(id));
  const { email } = names('Tom');
  const payerId = items.find((member) => member.email === email)?.id;
  if (members.length !== people.length || payerId === undefined) {
    throw new Error(`who is in the chapter? ${JSON.stringify(items)}`);
  }
  const payer = { id: toId<'member'>(payerId), token: await issueToken(dataDir, email, env, as) };
  const wallets: Id<'wallet'>[] = [];
  for (const ownerId of members.slice(0, 2)) {
    const made = await post('/wallets', { name: 'Hot', ownerId, currencyCode: 'USD' });
    wallets.push(toId(String(made.reply.id)));
  }
  return { token, payer, members, wallets };
}

async function issueToken(
  dataDir: string,
  email: string,
  env: NodeJS.ProcessEnv,
  as: RunAs,
): Promise<string> {
  const command = runHub(['token', email, '--hours', '24', '--data', dataDir], env, as);
  await command.ended;
  return command.stdout().trim();
}

function names(firstName: string) {
  return { firstName, lastName: 'Crash', email: `${firstName.toLowerCase()}@example.org` };
}

function poster(url: string, headers: Record<string, string>) {
  return async (path: string, body: unknown) => {
    const sent = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await sent.text();
    if (!sent.ok) throw new Error(`POST ${path} answered ${sent.status}: ${text}`);
    return { reply: JSON.parse(text) as Record<string, unknown> };
  };
}

/** How many times over the crash tests do what they do; 1 takes about a minute and a half. */
export const soak = amountOf('crashes');

/** The chance of one test, replayed by its seed: when what is killed, and who writes what. */
export function createCrashRandom(test: string) {
  say(`${test}: HUB_TEST_SEED=${seed} HUB_TEST_AMOUNT=${soak}`);
  return createSeededRandom(seed);
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

export function figures(milliseconds: readonly number[]): string {
  const most = Math.max(...milliseconds);
  const summary = `median ${Math.round(median(milliseconds))} ms, most ${Math.round(most)} ms`;
  return `${summary}, of ${milliseconds.length}`;
}
