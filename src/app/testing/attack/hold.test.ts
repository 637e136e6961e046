/**
 * Strangers and one member do their worst to a real server; another member must not notice. Small in
 * `npm run test:all`, whole in `npm run soak -- --only strangers`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { amountOf, tier } from '../amounts.ts';
import type { HubProcess } from '../hub-process.ts';
import { scaleSeconds } from '../seconds-here.ts';
import { signIn, startDemo, watchMemory } from './demo-hub.ts';

const attackSeconds = amountOf('attack-seconds');
const strangers = amountOf('strangers');
const isSoak = tier === 'soak';

/** What somebody who uses the hub waits for, in milliseconds, and what failed. */
async function useHub(hub: HubProcess, token: string, seconds: number) {
  const waited: number[] = [];
  const failed: string[] = [];
  const paths = ['/expenses', '/wallets', '/users', '/expenses/balances', '/wallets/totals'];
  const end = performance.now() + seconds * 1_000;
  for (let index = 0; performance.now() < end; index += 1) {
    const path = `/api${paths[index % paths.length]}`;
    // Now and then by a new connection, as of somebody who comes only now.
    const isNew = index % 5 === 0;
    const begun = performance.now();
    try {
      const reply = await fetch(hub.url + path, {
        headers: { authorization: `Bearer ${token}`, ...(isNew ? { connection: 'close' } : {}) },
      });
      await reply.arrayBuffer();
      if (reply.status !== 200) failed.push(`${path}: ${reply.status}`);
    } catch (error) {
      failed.push(`${path}: ${String(error)}`);
    }
    waited.push(performance.now() - begun);
    await sleep(80);
  }
  return { waited: waited.sort((a, b) => a - b), failed };
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

test.skipIf(process.platform !== 'linux')(
  'a member is served while strangers and another member do their worst',
  async () => {
    const hub = await startDemo({ RATE_LIMIT: 'on' });
    const [victim, attacker] = [
      await signIn(hub, 'member@demo.test'),
      await signIn(hub, 'treasurer@demo.test'),
    ];
    await useHub(hub, victim, 2);
    const memory = watchMemory(hub);
    const program = join(import.meta.dirname, 'attackers.ts');
    const attack = spawn(process.execPath, [program, hub.url, String(strangers), attacker], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onTestFinished(() => void attack.kill('SIGKILL'));
    await sleep(500);
    const { waited, failed } = await useHub(hub, victim, attackSeconds);
    const p99 = Math.round(percentile(waited, 0.99));
    process.stdout.write(
      `${strangers} strangers, ${attackSeconds} s: ${waited.length} calls, p50 ${Math.round(percentile(waited, 0.5))} ms, p99 ${p99} ms, ${failed.length} failed, at most ${memory.peak()} MB\n`,
    );
    expect(attack.exitCode).toBe(null);
    expect(failed).toEqual([]);
    expect(memory.peak()).toBeLessThanOrEqual(400);
    // A short run on a busy machine shows only whether the member is served at all.
    if (isSoak) expect(p99).toBeLessThanOrEqual(250);
    else expect(percentile(waited, 0.5)).toBeLessThanOrEqual(await scaleSeconds(1));
  },
);
