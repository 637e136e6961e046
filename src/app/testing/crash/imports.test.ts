/**
 * Ends the server while it imports a calendar file: all of the file is there or nothing, the hub says which, and
 * what was not done is started again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarImport } from '#features/events/import-contract.ts';
import { kill, stop } from '../hub-process.ts';
import { say } from '../say.ts';
import { query } from './count-writes.ts';
import { type CrashHub, createCrashRandom, makeCrashHub, soak } from './crash-hub.ts';

let hub: CrashHub;
beforeAll(async () => {
  hub = await makeCrashHub();
});
afterAll(() => hub?.removeDataDir());

async function ask(method: string, path: string, body?: string, type = 'application/json') {
  const reply = await fetch(`${hub.current().url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${hub.token}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}

const readImport = async () =>
  ((await ask('GET', '/calendar-import')) as { import: CalendarImport }).import;

const awaitPhase = (...phases: CalendarImport['phase'][]) =>
  expect.poll(async () => (await readImport()).phase, { timeout: 90_000 }).toBeOneOf(phases);

const size = 1_500;

const fileOf = (round: number) =>
  [
    'BEGIN:VCALENDAR',
    ...Array.from(
      { length: size },
      (_, n) =>
        `BEGIN:VEVENT\r\nUID:${round}/${n}\r\nDTSTART:20270201T180000\r\nSUMMARY:Walk\r\nEND:VEVENT`,
    ),
    'END:VCALENDAR',
  ].join('\r\n');

async function countEvents(): Promise<number> {
  const [row] = await query(hub.dataDir, 'select count(*)::integer as events from hub.event');
  return Number((row as { events?: number } | undefined)?.events);
}

test('ending the server during an import leaves all of its file or nothing, and says which', {
  timeout: 240_000 * soak,
}, async () => {
  const chance = createCrashRandom('Imports under way');
  const [calendar] = (await ask('GET', '/yearly-calendars')).items;
  let interrupted = 0;
  for (let round = 0; round < 2 * soak; round += 1) {
    const path = `/calendars/${calendar.id}/imports`;
    const { id } = await ask('POST', path, fileOf(round), 'application/octet-stream');
    await awaitPhase('ready');
    await ask('POST', `/calendar-imports/${id}/start`, '{}');
    await sleep(chance.whole(10, 800));
    const isKilled = round % 2 === 0;
    await (isKilled ? kill : stop)(hub.current());
    await hub.start();
    const left = await readImport();
    const isDone = left.phase === 'done';
    expect(await countEvents()).toBe((isDone ? round + 1 : round) * size);
    if (!isDone) {
      interrupted += 1;
      // Of a server that was killed it is known only after a while.
      if (isKilled) await query(hub.dataDir, `update hub.calendar_import set beat_at = 'epoch'`);
      expect((await readImport()).phase).toBe('interrupted');
      await ask('POST', `/calendar-imports/${id}/start`, '{}');
      await awaitPhase('done');
    }
    expect(await countEvents()).toBe((round + 1) * size);
  }
  say(`imports that were cut off: ${interrupted} of ${2 * soak}`);
});
