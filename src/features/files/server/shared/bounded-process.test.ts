import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import type { GreedyOrder, GreedyReply } from '../testing/greedy-process.ts';
import { createBoundedProcess, listPermissions } from './bounded-process.ts';

const create = (maxMilliseconds: number) =>
  createBoundedProcess<GreedyOrder, GreedyReply>({
    program: 'src/features/files/server/testing/greedy-process.ts',
    name: 'The process of this test',
    maxMilliseconds,
    maxHeapMegabytes: 64,
  });
const patient = create(30_000);
afterAll(() => patient.end());

async function* partsOf(...parts: Uint8Array[]) {
  yield* parts;
}

test.each([
  ['memory', 'memory'],
  ['processor', 'processor'],
  ['itself', 'crashed'],
] as const)(
  'a file that takes too much is to blame, and the next is read: %s',
  async (takes, ended) => {
    expect(await patient.ask(partsOf(Buffer.from('ab')), { takes })).toEqual({ ended });
    const parts = partsOf(Buffer.from('ab'), Buffer.from('c'));
    expect(await patient.ask(parts, { takes: 'nothing' })).toEqual({ bytes: 3 });
  },
);

test('if time runs out on the clock alone, the machine is to blame', async () => {
  const hurried = create(1_000);
  expect(await hurried.ask(partsOf(), { takes: 'time' })).toEqual({ ended: 'host' });
  hurried.end();
});

test('if something else ends the process, the file is not to blame', async () => {
  const asked = patient.ask(partsOf(), { takes: 'time' });
  setTimeout(() => patient.end(), 500);
  expect(await asked).toEqual({ ended: 'host' });
});

test('work that was light does not count for the next file', async () => {
  const process = create(30_000);
  for (let n = 0; n < 5; n += 1) {
    expect(await process.ask(partsOf(), { takes: 'nothing' })).toEqual({ bytes: 0 });
  }
  process.end();
});

test('the process reads its program and packages, and nothing else of the installation', () => {
  const read = (path: string) =>
    spawnSync(process.execPath, [
      ...listPermissions(),
      '--eval',
      `require('node:fs').readFileSync(${JSON.stringify(join(installationRoot, path))})`,
    ]);
  expect(read('src/features/resources/server/text/text-reader.ts').status).toBe(0);
  const refused = read('README.md');
  expect(refused.status).toBe(1);
  expect(refused.stderr.toString()).toContain('ERR_ACCESS_DENIED');
});
