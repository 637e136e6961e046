/** A demo hub as a real process, for tests of what it takes and how long others wait. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { demoPassword } from '../../server/demo/people.ts';
import { median } from '../crash/crash-hub.ts';
import { type HubProcess, removeDataDir, startHub, stop } from '../hub-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export async function startDemo(settings: NodeJS.ProcessEnv): Promise<HubProcess> {
  const folder = await temporaryFolder();
  const env = { HOST: '127.0.0.1', ...settings };
  // Filling the demo takes memory of its own.
  const filled = await startHub(folder, ['--demo'], env);
  await stop(filled);
  const hub = await startHub(folder, ['--demo'], env);
  onTestFinished(() => removeDataDir(folder, [filled, hub]));
  return hub;
}

export async function signIn({ url }: HubProcess, email: string) {
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

/** Resident memory in megabytes, five times a second until the test ends. */
export function watchMemory({ pid }: HubProcess) {
  const seen: number[] = [];
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    seen.push((kibibytes * 1_024) / 1_000_000);
  };
  const timer = setInterval(look, 200);
  onTestFinished(() => clearInterval(timer));
  const third = (n: number) =>
    seen.slice(Math.floor((seen.length * n) / 3), Math.floor((seen.length * (n + 1)) / 3));
  return {
    peak: () => Math.round(Math.max(...seen)),
    /** How much more the last third takes than the one before, by medians; the first warms up. */
    growth: () => Math.round(median(third(2)) - median(third(1))),
  };
}
