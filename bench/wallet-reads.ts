/**
 * Reading a wallet with 1,000,000 transactions against the same wallet with 1,000: two hubs, each
 * with all its transactions in one wallet, asked in turns over HTTP. A page 250 exists at 1,000
 * transactions only with four to a page, so that both hubs are asked for page 250 of four.
 */
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeLeftovers, scratchFolder } from '#server/scratch-folder.ts';
import { clearAway, type HubProcess, runHub, startHub } from '#server/testing/hub-process.ts';
import { type Claim, type ClaimGroup, median } from './claim.ts';

const sizes = { few: 1_000, many: 1_000_000 };
const warmUpRounds = 100;
const rounds = 500;
const furtherRounds = 15;

/** In 20 transactions of each hub, and in no word that the seed knows. */
const rareWord = 'lighthouse';

/** What is asked, below `/api/wallets/{walletId}`. */
const reads = {
  'first page': '/transactions?skip=0&take=20',
  'page 250': '/transactions?skip=996&take=4',
  search: `/transactions?skip=0&take=20&searchTerm=${rareWord}`,
  'wallet detail': '',
};

/** Told beside, at 1,000,000 alone: what grows with what it finds, or has no counterpart at 1,000. */
const furtherReads = {
  'page 250 of 20': '/transactions?skip=4980&take=20',
  'a reference of one transaction': '/transactions?take=20&searchTerm=R-777',
  'a word of every seventh transaction': '/transactions?take=20&searchTerm=refund',
  'sorted by amount': '/transactions?take=20&sort=amount',
  'sorted by description': '/transactions?take=20&sort=description',
  'balance a month ago': `/balance?asOf=${Temporal.Now.plainDateISO().subtract({ months: 1 }).toString()}`,
};

export const walletReads: ClaimGroup = {
  name: 'wallet-reads',
  async measure() {
    const home = join(tmpdir(), 'chapter-hub-bench-reads');
    await removeLeftovers(home);
    const hubs: SeededHub[] = [];
    try {
      for (const transactions of Object.values(sizes))
        hubs.push(await seededHub(home, transactions));
      const [few, many] = hubs;
      if (!few || !many) throw new Error('there are two hubs');
      return await compare(few, many);
    } finally {
      for (const hub of hubs) await clearAway(hub.folder, [hub.process]);
    }
  },
};

type SeededHub = { folder: string; process: HubProcess; ask: Ask; walletId: string };

async function compare(few: SeededHub, many: SeededHub): Promise<Claim[]> {
  const taken = Object.entries(reads).map(([name, path]) => ({
    name,
    path,
    few: [] as number[],
    many: [] as number[],
  }));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    // Everything in turns, each hub first as often as second: a noisy neighbour hits all alike.
    const inTurn = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const times of taken) {
      for (const which of inTurn) {
        const time = await timed(which === 'few' ? few : many, times.path);
        if (round >= 0) times[which].push(time);
      }
    }
  }
  const further = await furtherTimes(many);
  return taken.map((times, index) => {
    const [figure, limit] = [median(times.many), median(times.few)];
    return {
      name: `${times.name}: a wallet of 1,000,000 transactions ÷ of 1,000`,
      figure: `${figure.toFixed(2)} ms`,
      limit: `${limit.toFixed(2)} ms`,
      ratio: figure / limit,
      goal: { atMost: 1.5 },
      ...(index === taken.length - 1 ? { details: further } : {}),
    };
  });
}

async function furtherTimes(hub: SeededHub): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, path] of Object.entries(furtherReads)) {
    const times: number[] = [];
    let failure = '';
    for (let round = 0; round < furtherRounds; round += 1) {
      await timed(hub, path).then(
        (time) => times.push(time),
        (error: Error) => {
          failure = `; once or more: ${error.message.slice(0, 120)}`;
        },
      );
    }
    const time = times.length > 0 ? `${median(times).toFixed(1)} ms` : 'never';
    lines.push(`at 1,000,000, ${name}: ${time}${failure}`);
  }
  return lines;
}

async function timed({ ask, walletId }: SeededHub, path: string): Promise<number> {
  const begun = performance.now();
  await ask('GET', `/api/wallets/${walletId}${path}`);
  return performance.now() - begun;
}

async function seededHub(home: string, transactions: number): Promise<SeededHub> {
  const folder = scratchFolder(home);
  await mkdir(folder, { mode: 0o755 });
  process.stderr.write(`Making a wallet of ${transactions} transactions …\n`);
  const size = { members: 1, expenses: 0, events: 0, transactions };
  const wishes = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const seeded = await done(['seed', '--data', folder, ...wishes]);
  const email = /admin (\S+)/.exec(seeded)?.[1] ?? '';
  const token = (await done(['token', email, '--hours', '24', '--data', folder])).trim();
  const hub = await startHub(folder);
  const ask = asker(hub.url, token);
  await figuresProved(ask);
  const { wallets } = JSON.parse(await ask('GET', '/api/wallets'));
  const [{ id, ownerId }] = wallets.items;
  for (let n = 1; n <= 20; n += 1) {
    const body = {
      userId: ownerId,
      transactionType: 'credit',
      amount: n,
      description: `${rareWord} ${n}`,
    };
    await ask('POST', `/api/wallets/${id}/transactions`, JSON.stringify(body));
  }
  return { folder, process: hub, ask, walletId: id };
}

/** A start proves every figure from scratch, beside its first requests. */
async function figuresProved(ask: Ask): Promise<void> {
  for (;;) {
    const { reconciliation } = JSON.parse(await ask('GET', '/api/ready'));
    if (reconciliation === 'exact') return;
    if (reconciliation !== 'pending') throw new Error('the seeded figures do not add up');
    await sleep(500);
  }
}

async function done(args: readonly string[]): Promise<string> {
  const command = runHub(args);
  const { code } = await command.ended;
  if (code !== 0) throw new Error(`hub ${args[0]} ended with ${code}: ${command.stderr()}`);
  return command.stdout();
}

type Ask = (method: string, path: string, body?: string) => Promise<string>;

/** One connection, kept alive; throws what was not done. */
function asker(url: string, token: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sent = request(new URL(path, url), { method, agent, headers }, (reply) => {
        void text(reply).then((answer) => {
          if ((reply.statusCode ?? 500) < 400) resolve(answer);
          else reject(new Error(`${method} ${path} answered ${reply.statusCode}: ${answer}`));
        }, reject);
      });
      sent.on('error', reject).end(body);
    });
}
