/**
 * Reads, writes, imports and people who sign in, all at once for fifteen minutes: `npm run soak -- --only
 * mixed`.
 */
import { expect, test } from 'vitest';
import { amountOf } from '../amounts.ts';
import type { HubProcess } from '../hub-process.ts';
import { signIn, startDemo, watchMemory } from './demo-hub.ts';

const loadSeconds = amountOf('mixed-load-seconds');

test.skipIf(loadSeconds === 0)(
  'memory stays small and flat under mixed load',
  async () => {
    const hub = await startDemo({ RATE_LIMIT: 'off' });
    const calls = await listMixedCalls(hub);
    const memory = watchMemory(hub);
    const end = performance.now() + loadSeconds * 1_000;
    const answered = new Map<string, number>();
    const work = async (worker: number) => {
      let token = await signIn(hub, 'admin@demo.test');
      let begun = performance.now();
      for (let index = worker; performance.now() < end; index += 1) {
        const call = calls[index % calls.length];
        const { method, path, body } = call ?? raise('no call');
        const reply = await fetch(`${hub.url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body(index)) } : {}),
        });
        await reply.arrayBuffer();
        if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
        answered.set(path, (answered.get(path) ?? 0) + 1);
        // Tokens end after five minutes; people sign in more often than that.
        if (performance.now() - begun < 20_000) continue;
        begun = performance.now();
        token = await signIn(hub, 'admin@demo.test');
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(work));
    const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
    expect([...answered.keys()].sort()).toEqual([...new Set(calls.map(({ path }) => path))].sort());
    const [peak, growth] = [memory.peak(), memory.growth()];
    process.stdout.write(
      `${total} calls in ${loadSeconds} s, at most ${peak} MB, ${growth} MB more in the last third than in the second\n`,
    );
    expect(peak).toBeLessThanOrEqual(250);
    expect(growth).toBeLessThanOrEqual(10);
  },
  (loadSeconds + 300) * 1_000,
);

type MixedCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: (index: number) => unknown;
};

/** Reads, writes, and files that are looked at and imported. */
async function listMixedCalls(hub: HubProcess): Promise<readonly MixedCall[]> {
  const authorization = `Bearer ${await signIn(hub, 'admin@demo.test')}`;
  const ask = async (path: string) => {
    const reply = await fetch(`${hub.url}/api${path}`, { headers: { authorization } });
    return (await reply.json()) as { items: { id: string }[] };
  };
  const people = (await ask('/users')).items.slice(0, 8).map(({ id }) => id);
  const [calendar] = (await ask('/yearly-calendars')).items;
  const [ownerId] = people;
  const read = (path: string): MixedCall => ({ method: 'GET', path });
  const importPath = `/calendars/${calendar?.id}/import`;
  return [
    read('/expenses'),
    read('/expenses?sort=count&take=100'),
    read('/wallets'),
    read('/users'),
    {
      method: 'POST',
      path: '/expenses',
      body: (index) => ({
        title: `Dinner ${index}`,
        amount: 100 + (index % 900),
        expenseDate: '2026-11-20T18:00:00.000Z',
        participants: people,
        paidBy: ownerId,
      }),
    },
    read('/expenses/balances'),
    read('/wallets/totals'),
    {
      method: 'POST',
      path: importPath,
      body: (index) => ({ text: calendarFile(index % 40), isDryRun: index % 20 !== 0 }),
    },
    read('/health'),
  ];
}

/** Forty files of fifty dates each, which are imported again and again. */
function calendarFile(file: number): string {
  const events = Array.from({ length: 50 }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:mixed-${file}-${n}`,
    'DTSTART:20261120T180000Z',
    'SUMMARY:Walk',
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'].join('\r\n');
}

function raise(message: string): never {
  throw new Error(message);
}
