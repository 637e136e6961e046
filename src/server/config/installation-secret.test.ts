import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { ensureFolder } from './ensure-folder.ts';
import { createInstallationSecret, readInstallationSecret } from './installation-secret.ts';

test('a secret is created once, readable only by its owner, and kept', async () => {
  const folder = join(await temporaryFolder(), 'data');
  expect(await readInstallationSecret(undefined, folder)).toBeUndefined();
  const made = await createInstallationSecret(folder);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(await readInstallationSecret(undefined, folder)).toBe(made);
  expect(await createInstallationSecret(folder)).toBe(made);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a configured secret is used as is and nothing is written', async () => {
  const folder = await temporaryFolder();
  expect(await readInstallationSecret('as configured', folder)).toBe('as configured');
  expect(readdirSync(folder)).toEqual([]);
});

test('concurrent starts agree on one secret', async () => {
  const folder = await temporaryFolder();
  const script = `
    const { createInstallationSecret } = await import(${JSON.stringify(import.meta.resolve('./installation-secret.ts'))});
    process.stdout.write(await createInstallationSecret(${JSON.stringify(folder)}));`;
  const start = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    await once(child, 'close');
    return printed;
  };
  const secrets = await Promise.all([start(), start(), start()]);
  const kept = readFileSync(join(folder, 'secret'), 'utf8');
  expect(secrets).toEqual([kept, kept, kept]);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['abc', 'fewer than 32 characters'],
  [`${'x'.repeat(31)}\n`, 'fewer than 32 characters'],
])('a secret file of %j is refused, with the way out', async (text, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'secret'), text);
  const read = readInstallationSecret(undefined, folder);
  await expect(read).rejects.toThrow(problem);
  await expect(read).rejects.toThrow('npm run hub -- new-secret');
});

test.runIf(process.platform === 'linux')(
  'a folder that no one can create is refused, and not tried for ever',
  async () => {
    await expect(ensureFolder('/proc/chapter-hub/data')).rejects.toThrow('ENOENT');
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(ensureFolder(join(folder, 'file', 'data'))).rejects.toThrow();
    await ensureFolder(join(folder, 'a', 'b'));
    await ensureFolder(join(folder, 'a', 'b'));
    expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
  },
);
