/**
 * Strangers and one member do their worst to a real server; another member must not notice. Small in
 * `npm test`, whole in `npm run soak -- --only strangers`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { demoPassword } from '../../server/demo/people.ts';
import { type HubProcess, removeDataDir, startHub, stop } from '../hub-process.ts';
import { scaleSeconds } from '../seconds-here.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const attackSeconds = Number(process.env.ATTACK_SECONDS ?? 10);
const strangers = Number(process.env.ATTACK_STRANGERS ?? 300);
const loadSeconds = Number(process.env.LOAD_SECONDS ?? 0);
const isSoak = process.env.ATTACK_SECONDS !== undefined;

async function startDemo(settings: NodeJS.ProcessEnv): Promise<HubProcess> {
  const folder = await temporaryFolder();
  const env = { HOST: '127.0.0.1', ...settings };
  // Filling the demo takes memory of its own.
  const filled = await startHub(folder, ['--demo'], env);
  await stop(filled);
  const hub = await startHub(folder, ['--demo'], env);
  onTestFinished(() => removeDataDir(folder, [filled, hub]));
  return hub;
}

async function signIn({ url }: HubProcess, email: string) {
  const reply = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  expect(reply.status).toBe(200);
  const cookie = reply.headers.getSetCookie().map((set) => set.split(';')[0]);
  const issued = await fetch(`${url}/api/auth/token`, {
    method: 'POST',
    headers: { cookie: cookie.join('; ') },
  });
  const { token } = (await issued.json()) as { token: string };
  return token;
}

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

/** In megabytes; the largest seen. */
function watchMemory({ pid }: HubProcess) {
  let peak = 0;
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    peak = Math.max(peak, (kibibytes * 1_024) / 1_000_000);
  };
  const timer = setInterval(look, 200);
  onTestFinished(() => clearInterval(timer));
  return () => Math.round(peak);
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
    const readPeak = watchMemory(hub);
    const program = join(import.meta.dirname, 'attackers.ts');
    const attack = spawn(process.execPath, [program, hub.url, String(strangers), attacker], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onTestFinished(() => void attack.kill('SIGKILL'));
    await sleep(500);
    const { waited, failed } = await useHub(hub, victim, attackSeconds);
    const p99 = Math.round(percentile(waited, 0.99));
    process.stdout.write(
      `${strangers} strangers, ${attackSeconds} s: ${waited.length} calls, p50 ${Math.round(percentile(waited, 0.5))} ms, p99 ${p99} ms, ${failed.length} failed, at most ${readPeak()} MB\n`,
    );
    expect(attack.exitCode).toBe(null);
    expect(failed).toEqual([]);
    expect(readPeak()).toBeLessThanOrEqual(400);
    // A short run on a busy machine tells only whether the member is served at all.
    if (isSoak) expect(p99).toBeLessThanOrEqual(250);
    else expect(percentile(waited, 0.5)).toBeLessThanOrEqual(await scaleSeconds(1));
  },
);

test.skipIf(loadSeconds === 0)(
  'memory stays small under mixed load',
  async () => {
    const hub = await startDemo({ RATE_LIMIT: 'off' });
    const token = await signIn(hub, 'admin@demo.test');
    const readPeak = watchMemory(hub);
    const end = performance.now() + loadSeconds * 1_000;
    const paths = [
      '/expenses',
      '/wallets',
      '/users',
      '/expenses/balances',
      '/wallets/totals',
      '/health',
    ];
    let done = 0;
    const work = async (worker: number) => {
      const headers = { authorization: `Bearer ${await signIn(hub, 'admin@demo.test')}` };
      let begun = performance.now();
      for (let index = worker; performance.now() < end; index += 1) {
        const reply = await fetch(`${hub.url}/api${paths[index % paths.length]}`, { headers });
        await reply.arrayBuffer();
        if (reply.status === 401) throw new Error('signed out');
        done += 1;
        // Tokens end after five minutes.
        if (performance.now() - begun < 200_000) continue;
        begun = performance.now();
        headers.authorization = `Bearer ${await signIn(hub, 'admin@demo.test')}`;
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(work));
    expect(token).not.toBe('');
    process.stdout.write(`${done} calls in ${loadSeconds} s, at most ${readPeak()} MB\n`);
    expect(readPeak()).toBeLessThanOrEqual(250);
  },
  (loadSeconds + 300) * 1_000,
);
