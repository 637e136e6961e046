/** A real full disk and really damaged data: reported as what they are, and nothing acknowledged is lost. */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { type Command, kill, runHub, stop } from '../hub-process.ts';
import { say } from '../say.ts';
import { createWriters } from './concurrent-writers.ts';
import { query } from './count-writes.ts';
import { type CrashHub, createCrashRandom, makeCrashHub, soak } from './crash-hub.ts';
import { expectExactlyOnce } from './expect-exactly-once.ts';
import { canMountDisks, fill, moveToSmallDisk, unmount } from './small-disk.ts';

let smtp: MailServer;
const admin = 'maya@example.org';

beforeAll(async () => {
  smtp = await startMailServer();
  return () => smtp.close();
});

test.runIf(canMountDisks)(
  'on a full disk writes are refused in words, reading goes on, and with space so does writing',
  { timeout: 60_000 + soak * 60_000 },
  async () => {
    const hub = await makeCrashHub();
    onTestFinished(() => hub.removeDataDir());
    await stop(hub.current());
    const disk = await moveToSmallDisk(hub.dataDir);
    onTestFinished(async () => {
      await stop(hub.current());
      unmount(disk);
    });
    const server = await hub.start({ SMTP_URL: smtp.url });
    const writers = createWriters(hub, createCrashRandom('A full disk'));
    const filler = join(disk, 'filler');
    for (let round = 0; round < Math.min(soak, 10); round += 1) {
      const known = writers.acknowledgedAt.length;
      writers.start();
      await expect.poll(() => writers.acknowledgedAt.length).toBeGreaterThan(known + 20);
      fill(filler);
      await expect.poll(() => storageOf(server.url), { timeout: 30_000 }).toEqual([200, 'full']);
      await sleep(2_000);
      expect((await ask(hub, server.url, '/expenses')).status).toBe(200);
      expect(await storageOf(server.url)).toEqual([200, 'full']);
      await rm(filler);
      const freedAt = performance.now();
      const isWriting = () => writers.acknowledgedAt.some((at) => at > freedAt);
      await expect.poll(isWriting).toBe(true);
      await writers.pause();
      await expectExactlyOnce(hub, writers);
    }
    if (soak === 1) expect(findReports(server, 'storage_full')).toHaveLength(1);
    expect(server.stderr()).not.toContain('"stack"');
    await expectOneMail('Chapter Hub has run out of space');
    say(`${writers.writes.length} writes, of which none was lost`);
  },
);

const damages = [
  ['a flipped byte', flipByte, flipByte],
  ["a table's missing file", async (file: string) => rename(file, `${file}.away`), bringBack],
] as const;

test.each(damages)(
  '%s is reported as damage, and once it is mended nothing is lost',
  async (...of) => {
    const [, damage, mend] = of;
    smtp.mails.length = 0;
    const hub = await makeCrashHub();
    onTestFinished(() => hub.removeDataDir());
    const before = await ask(hub, hub.current().url, '/wallets');
    const [found] = await query(hub.dataDir, "select pg_relation_filepath('hub.wallet') as path");
    const file = join(hub.dataDir, 'postgres', String(found?.path));
    await stop(hub.current());
    await damage(file);
    const damaged = runHub(['serve', '--port', '0', '--data', hub.dataDir], { SMTP_URL: smtp.url });
    onTestFinished(async () => void (await kill(damaged)));
    const url = await addressOf(damaged);
    for (let count = 0; count < 20; count += 1) {
      const refused = await ask(hub, url, '/wallets');
      expect([refused.status, refused.reply.code]).toEqual([503, 'storage_damaged']);
    }
    const ready = await ask(hub, url, '/ready');
    expect([ready.status, ready.reply.code]).toEqual([503, 'storage_damaged']);
    expect(findReports(damaged, 'storage_damaged')).toHaveLength(1);
    await expectOneMail('Chapter Hub found damaged data');
    await stop(damaged);
    await mend(file);
    const { url: mended } = await hub.start();
    expect(await ask(hub, mended, '/wallets')).toEqual(before);
  },
);

async function bringBack(file: string): Promise<void> {
  await rename(`${file}.away`, file);
}

async function ask(hub: CrashHub, url: string, path: string) {
  const reply = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${hub.token}` },
  });
  return { status: reply.status, reply: (await reply.json()) as Record<string, unknown> };
}

async function storageOf(url: string) {
  const reply = await fetch(`${url}/api/ready`);
  return [reply.status, ((await reply.json()) as { storage?: string }).storage];
}

/** What a server that is not ready listens to. */
async function addressOf(command: Command): Promise<string> {
  const address = () => /^Chapter Hub is ready at (http\S+)$/m.exec(command.stdout())?.[1];
  await expect.poll(address, { timeout: 60_000 }).toBeDefined();
  return address() ?? '';
}

/** The lines of the log about such trouble. */
function findReports({ stderr }: Command, code: string): string[] {
  return stderr()
    .split('\n')
    .filter((line) => line.includes(`"code":"${code}"`));
}

async function expectOneMail(subject: string): Promise<void> {
  const sent = () => smtp.mails.filter((mail) => mail.subject === subject).map(({ to }) => to);
  await expect.poll(sent).toEqual([admin]);
}

/** In the last row of the first page. Twice is as if nothing had happened. */
async function flipByte(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, 8_190);
  await file.write(Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, 8_190);
  await file.close();
}
