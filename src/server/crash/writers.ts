/** Parallel writers over HTTP that remember exactly what was acknowledged to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../demo/chance.ts';
import { newId } from '../ids.ts';
import type { CrashHub } from './crash-hub.ts';

export type Write = {
  /** What the write leaves behind is found by it; it is the Idempotency-Key, too. */
  readonly mark: string;
  readonly path: string;
  readonly body: unknown;
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
const retryLimitMilliseconds = 30_000;

export function createWriters(hub: CrashHub, chance: Chance): Writers {
  const writes: Write[] = [];
  const complaints: string[] = [];
  const settleable: string[] = [];
  let isRunning = false;
  let running: Promise<unknown> = Promise.resolve();
  const acknowledgedAt: number[] = [];

  async function send(write: Write, url?: string): Promise<void> {
    const answer = await post(hub, write, url);
    if (answer === undefined) return;
    const { status, retryAfter, text } = answer;
    if (status === 200 || status === 201) {
      const said = `${status} ${text}`;
      if (write.acknowledged !== undefined && write.acknowledged !== said) {
        complaints.push(`${write.mark} was answered ${write.acknowledged}, then ${said}`);
      }
      write.acknowledged = said;
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
      const write = invent(hub, chance, settleable);
      writes.push(write);
      await send(write);
      if (write.acknowledged === undefined) await sleep(20);
      else if (write.path === '/expenses') settleable.push(write.mark);
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
      const write: Write = { mark, path, body, acknowledged: undefined };
      writes.push(write);
      await send(write);
      return write;
    },
    async loseAnswers(count, url) {
      const lost = Array.from({ length: count }, () => invent(hub, chance, settleable));
      writes.push(...lost);
      const queue = lost.values();
      const sender = async () => {
        for (const write of queue) await send(write, url);
      };
      await Promise.all(Array.from({ length: parallel }, sender));
    },
    async retryUnknown() {
      await Promise.all(writes.filter((write) => write.acknowledged === undefined).map(insist));
    },
    async replaySome(count) {
      const known = writes.filter((write) => write.acknowledged !== undefined);
      await Promise.all(chance.some(known, count).map((write) => send(write)));
    },
  };
}

/** An expense's mark is its id, a transaction's its description; a settlement's is the expense's. */
function invent(hub: CrashHub, chance: Chance, settleable: string[]): Write {
  const kind = chance.whole(1, 100);
  const settled = kind <= 30 ? settleable.shift() : undefined;
  if (settled !== undefined) {
    const path = `/expenses/${settled}/settle`;
    return { mark: `settle ${settled}`, path, body: undefined, acknowledged: undefined };
  }
  const mark = newId();
  const amount = chance.whole(1, 100_000) / 100;
  const userId = chance.pick(hub.members);
  if (kind <= 70) {
    const body = {
      id: mark,
      title: mark,
      amount,
      expenseDate: '2026-03-01T12:00:00.000Z',
      participants: chance.some(hub.members, chance.whole(2, 3)),
      paidBy: userId,
      useWalletTransactions: chance.percent(70),
    };
    return { mark, path: '/expenses', body, acknowledged: undefined };
  }
  const transactionType = chance.percent(60) ? 'credit' : 'debit';
  const body = { userId, transactionType, amount, description: mark };
  const path = `/wallets/${chance.pick(hub.wallets)}/transactions`;
  return { mark, path, body, acknowledged: undefined };
}

/** Undefined when the connection was lost, whatever had become of the write by then. */
async function post(hub: CrashHub, write: Write, url = hub.current().url) {
  try {
    const reply = await fetch(`${url}/api${write.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${hub.token}`,
        'idempotency-key': write.mark.replace(' ', '-'),
        ...(write.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(write.body === undefined ? {} : { body: JSON.stringify(write.body) }),
      signal: AbortSignal.timeout(retryLimitMilliseconds),
    });
    const retryAfter = reply.headers.get('retry-after');
    return { status: reply.status, retryAfter, text: await reply.text() };
  } catch {
    return undefined;
  }
}
