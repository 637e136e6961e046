/**
 * What deploy/ offers, as far as this machine can show it: the files of the container's image run as its
 * user, who may write nowhere but in the data folder; the other tools judge their own files, if installed.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '#server/config/environment.ts';
import { installationRoot } from '#server/config/paths.ts';
import { variableNames } from '#server/config/variables.ts';
import { crashFolder, setUp } from '../crash/crash-hub.ts';
import {
  launched,
  launchFlag,
  readReadiness,
  removeDataDir,
  startHub,
  stop,
} from '../hub-process.ts';
import { hasOrSay, runs } from '../say.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const deploy = join(installationRoot, 'deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const containerfile = read('container/Containerfile');

/** What the image holds: from a folder of the stage that it is built in, to its own root. */
const copies = [...containerfile.matchAll(/^COPY --from=build (?:--\S+ )*(\/\S+) (\/\S+)$/gm)];
const buildStep = /^RUN npm run release -- --tree (\S+) && rm -r (.*)$/m.exec(containerfile);
const imageEnv = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);
const uid = Number(/^USER (\d+):/m.exec(containerfile)?.[1]);

/** The root of the image, which nobody but root may write to, and its data folder. */
async function unpackImage(): Promise<{ root: string; data: string }> {
  const root = await crashFolder();
  const [, tree = '', removed = ''] = buildStep ?? [];
  for (const [, from = '', to = ''] of copies) {
    const target = join(root, to);
    if (from === tree) writeTree(target, removed.replaceAll(`${tree}/`, '').split(' '));
    else cpSync(from.replace(/^\/build/, installationRoot), target, { recursive: true });
  }
  for (const path of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = join(path.parentPath, path.name);
    if (!path.isSymbolicLink()) chmodSync(full, 0o555);
  }
  const data = join(root, imageEnv['HUB_DATA'] ?? '');
  chmodSync(data, 0o700);
  chownSync(data, uid, uid);
  return { root, data };
}

/** What the step that builds the image leaves of a release. */
function writeTree(folder: string, removed: readonly string[]): void {
  const release = [join(installationRoot, 'bin', 'release.mjs'), '--tree', folder];
  const { status, stderr } = spawnSync(process.execPath, release, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  for (const pattern of removed) {
    const found = globSync(pattern, { cwd: folder });
    expect([pattern, found.length]).toEqual([pattern, 1]);
    for (const path of found) rmSync(join(folder, path), { recursive: true });
  }
}

const sources = globSync('src/**/*.ts', { cwd: installationRoot })
  .filter((path) => !/[/\\]testing[/\\]|\.test\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(installationRoot, path), 'utf8') }));

/** What the server runs beside itself, as its sources name it. */
const programs = sources.flatMap(({ text }) =>
  [...text.matchAll(/'((?:src|build)\/[^'*]+\.[jt]s)'/g)].map(([, path = '']) => path),
);

/** A file for the thread that reads calendars. Resolves to what has become of it. */
async function importCalendar(url: string, token: string): Promise<unknown> {
  const ask = async (path: string, body?: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/octet-stream' }),
    };
    const reply = await fetch(`${url}/api${path}`, {
      headers,
      ...(body && { method: 'POST', body }),
    });
    return JSON.parse(await reply.text());
  };
  const [calendar] = (await ask('/yearly-calendars')).items;
  const walk = 'BEGIN:VEVENT\nUID:1\nDTSTART:20270201T180000\nSUMMARY:Walk\nEND:VEVENT';
  const file = `BEGIN:VCALENDAR\n${walk}\nEND:VCALENDAR`;
  await ask(`/calendars/${calendar.id}/imports`, file);
  const current = async () => (await ask('/calendar-import')).import;
  await expect.poll(async () => (await current()).phase).not.toBe('reading');
  return current();
}

test('every way to start the hub sets up memory as it is measured', () => {
  const setting = Object.entries(launched)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  expect(imageEnv).toMatchObject(launched);
  expect(read('systemd/chapter-hub.service')).toContain(`\nEnvironment=${setting}\n`);
  const start = readFileSync(join(installationRoot, 'bin', 'start.mjs'), 'utf8');
  expect(start.replaceAll("'", '').replaceAll(': ', '=')).toContain(setting);
  expect(containerfile).toContain(`\nENTRYPOINT ["node", "${launchFlag}", `);
  expect(read('systemd/chapter-hub.service')).toMatch(
    new RegExp(`^ExecStart=\\S+ ${launchFlag} `, 'm'),
  );
  expect(start).toContain(`'${launchFlag}', serverProgram`);
  const launcher = read('archive/chapter-hub');
  expect(launcher).toContain(`\nexport ${setting}\n`);
  expect(launcher).toMatch(new RegExp(`^exec "\\$node" ${launchFlag} `, 'm'));
});

const canBeOthers = hasOrSay(
  process.platform === 'linux' && process.getuid?.() === 0,
  'Tests of the image',
  'root on Linux, who can start it as its user',
);

describe.runIf(canBeOthers)('the image', () => {
  let root: string;
  let data: string;
  beforeAll(async () => {
    ({ root, data } = await unpackImage());
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('holds every program that the server runs beside itself, with all that it loads', () => {
    for (const program of programs) {
      // Without a channel it ends once all is loaded.
      const args = [join(root, 'hub', program)];
      const { status, stderr } = spawnSync(process.execPath, args, {
        uid,
        gid: uid,
        encoding: 'utf8',
      });
      expect([program, status, stderr]).toEqual([program, 0, '']);
    }
  });

  test("serves as a user who may write to the data folder alone, and reports that it's healthy", {
    tags: ['all'],
  }, async () => {
    expect(copies.length).toBeGreaterThanOrEqual(3);
    expect(uid).toBeGreaterThan(0);
    const program = join(root, 'hub', 'build', 'server', 'main.js');
    const as = { uid, gid: uid, program };
    const hub = await startHub(data, [], { ...imageEnv, HUB_DATA: data, HOST: 'localhost' }, as);
    try {
      await expect.poll(() => readReadiness(hub.url)).toBe('ready');
      const page = await fetch(hub.url);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
      const tryOut = await (await fetch(`${hub.url}/api/docs`)).text();
      for (const [, path] of tryOut.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const { status } = await fetch(hub.url + path);
        expect([path, status]).toEqual([path, 200]);
      }
      const { token } = await setUp(hub, data, {}, as);
      expect(await importCalendar(hub.url, token)).toMatchObject({ phase: 'ready', total: 1 });
      const health = (port: string) => {
        const [, command = '[]'] =
          /^HEALTHCHECK (?:.*\\\n)*\s*CMD (\[.*\])$/m.exec(containerfile) ?? [];
        const [, ...args] = JSON.parse(command) as string[];
        return spawnSync(process.execPath, args, { env: { PORT: port } }).status;
      };
      expect(health(new URL(hub.url).port)).toBe(0);
      expect(health('1')).toBe(1);
    } finally {
      expect(await stop(hub)).toEqual({ code: 0, signal: null });
      await removeDataDir(data, [hub]);
    }
  });
});

test('the paths of programs beside the server are known', () => {
  // By themselves, or by what bounds their work.
  const speaks = /\bworkInBounds[<(]|\bprocess\.send\b|\bparentPort\b/;
  const names = sources
    .filter(({ path, text }) => speaks.test(text) && !path.endsWith('/bounded-work.ts'))
    .map(({ path }) => path);
  const nameOf = (path: string) => basename(path).replace(/\.[jt]s$/, '');
  expect(programs.map(nameOf).toSorted()).toEqual(names.map(nameOf).toSorted());
});

test('the examples set only variables that the hub reads', () => {
  const texts = [
    'container/compose.yml',
    'container/compose.postgres.yml',
    'systemd/chapter-hub.service',
  ];
  const names = texts.flatMap((path) =>
    [...read(path).matchAll(/(?:^ {6}|Environment=|[ #])([A-Z][A-Z_]+)(?::|=)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const ours = [...names, ...Object.keys(imageEnv)].filter(
    (name) => !/^(NODE_ENV|MALLOC_.*|POSTGRES_.*)$/.test(name),
  );
  expect(ours.length).toBeGreaterThan(10);
  const set = Object.fromEntries(ours.map((name) => [name.replace(/_FILE$/, ''), 'x']));
  expect(readEnvironment(set)).toEqual({ environment: set, problems: [] });
});

test('the compose files pass on every setting, and let backups out', () => {
  const ofImage = ['PORT', 'HOST', 'HUB_DATA'];
  const ofDatabase = /DATABASE_URL$|^POOLER_/;
  for (const [file, isFixed] of [
    ['container/compose.yml', (name: string) => ofDatabase.test(name)],
    [
      'container/compose.postgres.yml',
      (name: string) => /^((MIGRATION_)?DATABASE_URL|HUB_SECRET)$/.test(name),
    ],
  ] as const) {
    const passed = [...read(file).matchAll(/^ {6}([A-Z\d_]+):$/gm)].map(([, name]) => name);
    const expected = variableNames.filter((name) => !ofImage.includes(name) && !isFixed(name));
    expect([file, passed.toSorted()]).toEqual([file, expected.toSorted()]);
    expect(read(file)).toContain('- ${BACKUPS_ON_HOST:-backups}:/backups');
  }
  expect(containerfile).toMatch(/--chown=1000:1000 --chmod=700 \S+ \/backups$/m);
});

test('the hub beside PostgreSQL serves as a role that owns nothing, with secrets that are made before', () => {
  const text = read('container/compose.postgres.yml');
  expect(text).toContain('MIGRATION_DATABASE_URL_FILE: /run/secrets/migration_database_url');
  expect(text).toMatch(/printf 'postgresql:\/\/hub_app:.* > secrets\/database_url$/m);
  expect(text).toMatch(/printf 'postgresql:\/\/hub_owner:.* > secrets\/migration_database_url$/m);
  expect(text).toContain('- ./create-roles.sql:/docker-entrypoint-initdb.d/create-roles.sql:ro');
  const [ofHub, ofDatabase] = [...text.matchAll(/^ {4}secrets: \[(.*)\]$/gm)].map(
    ([, names = '']) => names.split(', '),
  );
  const used = (part: string) =>
    [...part.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name).toSorted();
  const [hub = '', database = ''] = text.split('\n  database:\n');
  expect(ofHub?.toSorted()).toEqual(used(hub));
  expect(ofDatabase?.toSorted()).toEqual(used(database + read('container/create-roles.sql')));
  const declared = [...text.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)];
  const names = declared.map(([, name]) => name).toSorted();
  expect(names).toEqual([...(ofHub ?? []), ...(ofDatabase ?? [])].toSorted());
});

test.each([
  ['.gitignore', ['.env', '/deploy/container/secrets/']],
  ['.dockerignore', ['**/.env', 'deploy/container/secrets']],
])('secrets made beside the compose files are passed over by %s', (file, paths) => {
  const lines = readFileSync(join(installationRoot, file), 'utf8').split('\n');
  expect(lines).toEqual(expect.arrayContaining(paths));
});

test('the two ways with containers share nothing, and the guide names the file in every command', () => {
  const projectOf = (file: string) => /^name: (\S+)$/m.exec(read(file))?.[1] ?? 'container';
  const files = ['container/compose.yml', 'container/compose.postgres.yml'];
  expect(new Set(files.map(projectOf)).size).toBe(2);
  const guide = readFileSync(join(installationRoot, 'docs', 'operate.md'), 'utf8');
  const commands = (file: string) =>
    [...guide.matchAll(/`podman compose (--file \S+ )?(?:exec|run --rm) hub .*?(\S+)`/g)]
      .filter(([, option = '']) => option === file)
      .map(([, , last]) => last);
  expect(commands('')).toEqual(['doctor', '/backups/FILE']);
  expect(commands('--file compose.postgres.yml ')).toEqual(['doctor', '/backups/FILE']);
  expect(read('container/compose.postgres.yml')).not.toMatch(/podman compose (?!--file )/);
});

test('commands under systemd get what the unit gives its server', async () => {
  const folder = await temporaryFolder();
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const dropIn = [
    'LoadCredential=hub_secret:/etc/chapter-hub/hub_secret',
    'Environment=HUB_SECRET_FILE=%d/hub_secret',
    '# A comment does not go on \\',
    'UMask=0027',
    'Environment=HUB_A=1 \\',
    '# and does not end what does',
    'HUB_B=9%%d',
  ];
  writeFileSync(join(folder, 'unit'), [read('systemd/chapter-hub.service'), ...dropIn].join('\n'));
  program('systemctl', `[ "$*" = 'cat chapter-hub.service' ] && cat '${join(folder, 'unit')}'`);
  program('systemd-run', `printf '%s\\n' "$@"`);
  const { stdout, stderr, status } = spawnSync(
    join(deploy, 'systemd', 'chapter-hub-command'),
    ['invite', 'a b@example.org', '--role', '*'],
    { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin`, SUDO_USER: 'ola' } },
  );
  expect([status, stderr]).toEqual([0, '']);
  const words = stdout.trimEnd().split('\n');
  const server = words.slice(words.indexOf('--') + 1);
  expect(server).toEqual([
    '/opt/chapter-hub/node_modules/.bin/node',
    launchFlag,
    '/opt/chapter-hub/build/server/main.js',
    'invite',
    'a b@example.org',
    '--role',
    '*',
  ]);
  const unit = /^--unit=(chapter-hub-command-\d+)$/m.exec(stdout)?.[1];
  expect(words.slice(0, words.indexOf('--'))).toEqual(
    expect.arrayContaining([
      '--pipe',
      '--wait',
      '--collect',
      '--setenv=SUDO_USER=ola',
      '--description=Chapter Hub command',
      '--property=User=chapter-hub',
      '--property=EnvironmentFile=-/etc/chapter-hub.env',
      '--property=Environment=NODE_ENV=production HUB_DATA=/var/lib/chapter-hub',
      '--property=StateDirectory=chapter-hub',
      '--property=ReadWritePaths=-/mnt/backups',
      '--property=LoadCredential=hub_secret:/etc/chapter-hub/hub_secret',
      `--property=Environment=HUB_SECRET_FILE=/run/credentials/${unit}.service/hub_secret`,
      '--property=UMask=0027',
      '--property=Environment=HUB_A=1  HUB_B=9%d',
    ]),
  );
});

const hasSystemd = hasOrSay(runs('systemd-analyze', '--version'), 'Tests of the unit', 'systemd');

test.runIf(hasSystemd)('systemd accepts the unit, which gives it few rights', async () => {
  const folder = await temporaryFolder();
  const analyze = (name: string, ...args: string[]) => {
    const { status, stderr } = spawnSync('systemd-analyze', [...args, join(folder, name)], {
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const unit = read('systemd/chapter-hub.service').replace(
    /^ExecStart=\S+/m,
    `ExecStart=${process.execPath}`,
  );
  writeFileSync(join(folder, 'chapter-hub.service'), unit);
  expect(analyze('chapter-hub.service', 'verify')).toEqual({ status: 0, stderr: '' });
  // Of 100; without any hardening it would be 96.
  const security = ['security', '--offline=true', '--threshold=20'];
  expect(analyze('chapter-hub.service', ...security)).toMatchObject({ status: 0 });

  // A further server, as the file of its port says.
  writeFileSync(join(folder, 'chapter-hub@.service'), unit);
  const dropIn = 'chapter-hub@.service.d';
  cpSync(join(deploy, 'systemd', dropIn), join(folder, dropIn), { recursive: true });
  expect(analyze('chapter-hub@3001.service', 'verify')).toEqual({ status: 0, stderr: '' });
});
