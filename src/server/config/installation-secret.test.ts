import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { loadInstallationSecret } from './installation-secret.ts';

test('a secret is created once, readable only by its owner, and kept', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const made = await loadInstallationSecret(undefined, folder);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(await loadInstallationSecret(undefined, folder)).toBe(made);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a configured secret is used as is and nothing is written', async () => {
  const folder = await temporaryFolder();
  expect(await loadInstallationSecret('as configured', folder)).toBe('as configured');
  expect(readdirSync(folder)).toEqual([]);
});

test('concurrent starts agree on one secret', async () => {
  const folder = await temporaryFolder();
  const script = `
    const { loadInstallationSecret } = await import(${JSON.stringify(import.meta.resolve('./installation-secret.ts'))});
    process.stdout.write(await loadInstallationSecret(undefined, ${JSON.stringify(folder)}));`;
  const start = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    await once(child, 'close');
    return said;
  };
  const secrets = await Promise.all([start(), start(), start()]);
  const kept = readFileSync(join(folder, 'secret'), 'utf8');
  expect(secrets).toEqual([kept, kept, kept]);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('an empty secret file is refused', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'secret'), '');
  await expect(loadInstallationSecret(undefined, folder)).rejects.toThrow('is empty');
});
