/** Parallel writers over HTTP that remember exactly what was acknowledged to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/database/ids.ts';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import type { CrashHub } from './crash-hub.ts';

export type Write = {
  /** What the write leaves behind is found by it; it is a POST's Idempotency-Key, too. */
  readonly mark: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: unknown;
  /** What a PUT or DELETE is about to replace: no one else writes to it. */
  readonly version?: number;
  /** The admin's by default. */
  readonly token?: string;
  /** How often it was sent. */
  attempts: number;
  /** Status and body of the acknowledgement; undefined while it is unknown whether it happened. */
  acknowledged: string | undefined;
};

export type Writers = {
  readonly writes: readonly Write[];
  /** Answers that no crash excuses: anything but done, 503 with Retry-After, and 409 under way. */
  readonly complaints: readonly string[];
  /** When each acknowledgement came, in milliseconds of `performance.now()`. */
  readonly acknowledgedAt: readonly number[];
  start(): void;
  /** Ends the writers once every answer they wait for has come, or its connection was lost. */
  pause(): Promise<void>;
  /** Sends one write, and remembers it. */
  send(mark: string, path: string, body?: unknown): Promise<Write>;
  /** Sends so many new writes to another address, whose answers get lost; they stay unknown. */
  loseAnswers(count: number, url: string): Promise<void>;
  /** Sends everything unknown again under its key until it is acknowledged. */
  retryUnknown(): Promise<void>;
  /** Sends some acknowledged writes again, which must get the very same answer. */
  replaySome(count: number): Promise<void>;
};

const parallel = 6;
/** Refused at once while nothing is there to write to, writers would send thousands in an outage. */
const pauseMilliseconds = 100;
const parallelRetries = 24;
const retryLimitMilliseconds = 30_000;

export function createWriters(hub: CrashHub, chance: SeededRandom): Writers {
  const writes: Write[] = [];
  const complaints: string[] = [];
  const ready: Ready = {
    settle: [],
    correct: [],
    edit: [],
    remove: [],
    confirm: [],
    takeBack: [],
    waive: [],
    cancel: [],
    recurring: 0,
  };
  let isRunning = false;
  let running: Promise<unknown> = Promise.resolve();
  const acknowledgedAt: number[] = [];

  async function send(write: Write, url?: string): Promise<void> {
    write.attempts += 1;
    const answer = await request(hub, write, url);
    if (answer === undefined) return;
    const { status, retryAfter, text } = answer;
    if (isDone(write, status)) {
      const reply = `${status} ${text}`;
      const isRepeatable = write.method === 'POST';
      if (isRepeatable && write.acknowledged !== undefined && write.acknowledged !== reply) {
        complaints.push(`${write.mark} was answered ${write.acknowledged}, then ${reply}`);
      }
      write.acknowledged = reply;
      acknowledgedAt.push(performance.now());
      return;
    }
    const isExcused =
      (status === 503 && retryAfter !== null) ||
      (status === 409 && text.includes('request_in_flight'));
    if (!isExcused) complaints.push(`${write.mark} was answered ${status} ${text}`);
  }

  async function writer(): Promise<void> {
    while (isRunning) {
      const write = invent(hub, chance, ready);
      writes.push(write);
      await send(write);
      if (write.acknowledged === undefined) await sleep(pauseMilliseconds);
      else follow(ready, write);
    }
  }

  async function insist(write: Write): Promise<void> {
    const end = performance.now() + retryLimitMilliseconds;
    while (write.acknowledged === undefined && performance.now() < end) {
      await send(write);
      if (write.acknowledged === undefined) await sleep(50);
    }
  }

  return {
    writes,
    complaints,
    acknowledgedAt,
    start() {
      isRunning = true;
      running = Promise.all(Array.from({ length: parallel }, writer));
    },
    async pause() {
      isRunning = false;
      await running;
    },
    async send(mark, path, body) {
      const write = newWrite({ mark, path, body });
      writes.push(write);
      await send(write);
      return write;
    },
    async loseAnswers(count, url) {
      const lost = Array.from({ length: count }, () => invent(hub, chance, ready));
      writes.push(...lost);
      await inParallel(parallel, lost, (write) => send(write, url));
    },
    async retryUnknown() {
      const unknown = writes.filter((write) => write.acknowledged === undefined);
      await inParallel(parallelRetries, unknown, insist);
    },
    async replaySome(count) {
      const known = writes.filter((write) => write.acknowledged !== undefined);
      await Promise.all(chance.some(known, count).map((write) => send(write)));
    },
  };
}

async function inParallel<Item>(
  senders: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const sender = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: senders }, sender));
}

/**
 * A repeated POST is answered as it was. A repeated PUT or DELETE finds what it did itself, because
 * no one else writes there: another version (412), or nothing any more (404).
 */
function isDone({ method, attempts }: Write, status: number): boolean {
  const isRepeated = method !== 'POST' && attempts > 1;
  return (status >= 200 && status < 300) || (isRepeated && (status === 412 || status === 404));
}

/** What may be done next to what is there. */
type Ready = Record<
  'settle' | 'correct' | 'edit' | 'remove' | 'confirm' | 'takeBack' | 'waive' | 'cancel',
  string[]
> & {
  /** How many recurring expenses there are. */
  recurring: number;
};

/** A chapter may have a limited number of them. */
const maxRecurring = 50;

function follow(ready: Ready, { method, path, mark, acknowledged }: Write): void {
  const done = (acknowledged ?? '').slice('201 '.length);
  if (path === '/expenses') ready.settle.push(mark);
  else if (path.endsWith('/settle')) ready.correct.push(mark.slice('settle '.length));
  else if (path.startsWith('/payments')) {
    const { id, status } = JSON.parse(done) as { id: string; status: string };
    if (status === 'waiting') ready.confirm.push(id);
    if (status === 'confirmed') ready.takeBack.push(id);
  } else if (path === '/charges') {
    const { id, items } = JSON.parse(done) as { id: string; items: { id: string }[] };
    ready.waive.push(...items.map((item) => `/charges/${id}/items/${item.id}`));
  } else if (path.endsWith('/waive')) ready.cancel.push(path.slice(0, -'/waive'.length));
  else if (method === 'PUT') ready.remove.push(path);
  else if (path.endsWith('/transactions')) {
    const { id } = JSON.parse(done) as { id: string };
    ready.edit.push(`${path}/${id}`);
  }
}

function newWrite(write: Partial<Write> & Pick<Write, 'mark' | 'path'>): Write {
  return { method: 'POST', body: undefined, attempts: 0, acknowledged: undefined, ...write };
}

/**
 * An expense's mark is its id, a recurring one's and a charge's their title, a transaction's its
 * description, a payment's its reference; others say what they do to what.
 */
function invent(hub: CrashHub, chance: SeededRandom, ready: Ready): Write {
  const kind = chance.whole(1, 100);
  const settled = kind <= 25 ? ready.settle.shift() : undefined;
  if (settled !== undefined) {
    return newWrite({ mark: `settle ${settled}`, path: `/expenses/${settled}/settle` });
  }
  const corrected = kind <= 30 ? ready.correct.shift() : undefined;
  if (corrected !== undefined) {
    const body = { replacement: inventExpense(hub, chance, newId()) };
    return newWrite({
      mark: `correct ${corrected}`,
      path: `/expenses/${corrected}/corrections`,
      body,
    });
  }
  const removed = kind <= 35 ? ready.remove.shift() : undefined;
  if (removed !== undefined) {
    const mark = `delete ${removed.split('/').at(-1)}`;
    return newWrite({ mark, path: removed, method: 'DELETE', version: 2 });
  }
  if (chance.percent(25)) return inventCharge(hub, chance, ready);
  if (chance.percent(50)) return inventPayment(hub, chance, ready);
  const mark = newId();
  const amount = chance.whole(1, 100_000) / 100;
  const userId = chance.pick(hub.members);
  const transactionType = chance.percent(60) ? 'credit' : 'debit';
  const transaction = { userId, transactionType, amount, description: mark };
  const edited = kind <= 50 ? ready.edit.shift() : undefined;
  if (edited !== undefined) {
    return newWrite({ mark, path: edited, method: 'PUT', version: 1, body: transaction });
  }
  if (kind > 70 && ready.recurring < maxRecurring) {
    ready.recurring += 1;
    const rule = { frequency: 'monthly', interval: 1, endBy: null };
    const expenseDate = Temporal.Now.instant().toString();
    const body = { rule, expense: { ...inventExpense(hub, chance, mark), expenseDate } };
    return newWrite({ mark, path: '/recurring-expenses', body });
  }
  if (kind <= 75) {
    return newWrite({ mark, path: '/expenses', body: inventExpense(hub, chance, mark) });
  }
  return newWrite({
    mark,
    path: `/wallets/${chance.pick(hub.wallets)}/transactions`,
    body: transaction,
  });
}

function inventExpense({ members }: CrashHub, chance: SeededRandom, id: string) {
  return {
    id,
    title: id,
    amount: chance.whole(1, 100_000) / 100,
    expenseDate: '2026-03-01T12:00:00.000Z',
    participants: chance.some(members, chance.whole(2, 3)),
    paidBy: chance.pick(members),
    useWalletTransactions: chance.percent(70),
  };
}

/** Asked of some, then for each waived in part, then canceled. */
function inventCharge({ members }: CrashHub, chance: SeededRandom, ready: Ready): Write {
  const act = ready.cancel.length > 0 && chance.percent(60) ? 'cancel' : 'waive';
  const item = chance.percent(75) ? ready[act].shift() : undefined;
  if (item !== undefined) {
    const body = { reason: 'Mistake', ...(act === 'waive' && { amount: 0.01 }) };
    return newWrite({ mark: `${act} ${item.split('/').at(-1)}`, path: `${item}/${act}`, body });
  }
  const mark = newId();
  const dueOn = Temporal.Now.plainDateISO()
    .add({ days: chance.whole(30, 60) })
    .toString();
  const items = chance
    .some(members, chance.whole(1, 3))
    .map((memberId) => ({ memberId, amount: chance.whole(2, 100_000) / 100 }));
  return newWrite({ mark, path: '/charges', body: { title: mark, dueOn, items } });
}

/** Recorded by a member, confirmed by the admin and taken back; or recorded by the admin at once. */
function inventPayment({ payer, members }: CrashHub, chance: SeededRandom, ready: Ready): Write {
  const kind = chance.whole(1, 100);
  const waiting = kind <= 40 ? ready.confirm.shift() : undefined;
  if (waiting !== undefined) {
    return newWrite({ mark: `confirm ${waiting}`, path: `/payments/${waiting}/confirm` });
  }
  const posted = kind <= 80 ? ready.takeBack.shift() : undefined;
  if (posted !== undefined) {
    const body = { reason: 'Bounced' };
    return newWrite({ mark: `take-back ${posted}`, path: `/payments/${posted}/take-back`, body });
  }
  const mark = newId();
  const isByPayer = chance.percent(60);
  const body = {
    fromMemberId: isByPayer ? payer.id : null,
    toMemberId: isByPayer ? null : chance.pick(members),
    amount: chance.whole(1, 100_000) / 100,
    paidOn: '2026-03-01',
    method: 'bank',
    reference: mark,
    isDuplicateAllowed: true,
  };
  return newWrite({ mark, path: '/payments', body, ...(isByPayer && { token: payer.token }) });
}

/** Undefined when the connection was lost, whatever had become of the write by then. */
async function request(hub: CrashHub, write: Write, url = hub.current().url) {
  const { method, body, version, token = hub.token } = write;
  try {
    const reply = await fetch(`${url}/api${write.path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'idempotency-key': write.mark.replace(' ', '-') } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(retryLimitMilliseconds),
    });
    const retryAfter = reply.headers.get('retry-after');
    return { status: reply.status, retryAfter, text: await reply.text() };
  } catch {
    return undefined;
  }
}
