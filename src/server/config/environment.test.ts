import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { readEnvironment } from './environment.ts';
import { installationRoot } from './paths.ts';
import { describeVariable, formOf, variableNames } from './variables.ts';

function problems(env: Record<string, string>): readonly string[] {
  return readEnvironment(env).problems;
}

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['TRUST-PROXY', 'TRUST_PROXY'],
  ['HUB_DTA', 'HUB_DATA'],
  ['LEARNING_CENTER_URL', 'LEARNING_CENTRE_URL'],
] as const)(
  'a misspelled %s is refused with the right name and form, and never its value',
  (name, meant) => {
    const form = meant === 'DATABASE_URL_FILE' ? '/run/secrets/database_url' : formOf(meant);
    expect(problems({ [name]: 'hunter2' })).toEqual([
      `${name} is not a setting of Chapter Hub. Did you mean ${meant}, such as ${meant}=${form}?`,
    ]);
  },
);

test('an unknown variable of our own prefix is refused, and what belongs to others is not', () => {
  expect(problems({ HUB_COLOR: 'red' })).toEqual([
    'HUB_COLOR is not a setting of Chapter Hub. Remove it.',
  ]);
  const others = ['PATH', 'HOSTNAME', 'host', 'PORTS', 'POST', 'PGHOST', 'SMTP_HOST', 'MAIL', 'TZ'];
  const ofKubernetes = ['HUB', 'BACKUP', 'HUB_DB', 'BACKUP_STORE_2'].flatMap((service) =>
    ['SERVICE_HOST', 'SERVICE_PORT', 'PORT', 'PORT_3000_TCP'].map((rest) => `${service}_${rest}`),
  );
  const env = Object.fromEntries([...others, ...ofKubernetes].map((name) => [name, 'x']));
  expect(readEnvironment(env)).toEqual({ environment: {}, problems: [] });
});

test('a file is accepted for secrets alone, and no other name begins as those of backups', () => {
  expect(problems({ BACKUP_DIR_FILE: '/run/secrets/dir' })).toEqual([
    'BACKUP_DIR_FILE is not a setting of Chapter Hub: only secrets are read from files. Set BACKUP_DIR itself.',
  ]);
  for (const name of variableNames) {
    const { isSecret } = describeVariable(name);
    const found = problems({ [`${name}_FILE`]: '/nowhere' });
    expect([name, found]).toEqual([
      name,
      [expect.stringMatching(isSecret ? /which does not exist/ : /only secrets are read/)],
    ]);
  }
  expect(problems({ BACKUP_FOLDER: '/mnt/backups' })).toEqual([
    'BACKUP_FOLDER is not a setting of Chapter Hub. Remove it.',
  ]);
});

test('no setting is a misspelling of another', () => {
  for (const name of variableNames) expect(problems({ [name]: 'x' })).toEqual([]);
});

test('an empty variable counts as unset', () => {
  const empty = Object.fromEntries(variableNames.map((name) => [name, '']));
  expect(readEnvironment(empty)).toEqual({ environment: {}, problems: [] });
});

test('a secret is read from the file that its _FILE variable names, without the line end', async () => {
  const folder = await temporaryFolder();
  for (const name of variableNames.filter((one) => describeVariable(one).isSecret)) {
    const path = join(folder, name);
    writeFileSync(path, `of ${name}\n`);
    expect(readEnvironment({ [`${name}_FILE`]: path })).toEqual({
      environment: { [name]: `of ${name}` },
      problems: [],
    });
  }
});

test('a file that holds no secret is refused by its path', async () => {
  const folder = await temporaryFolder();
  const empty = join(folder, 'empty');
  writeFileSync(empty, '\n');
  const absent = join(folder, 'absent');
  const findProblems = (path: string, more = {}) => problems({ HUB_SECRET_FILE: path, ...more });
  expect(findProblems(absent)).toEqual([`HUB_SECRET_FILE names ${absent}, which does not exist.`]);
  expect(findProblems(empty)).toEqual([`HUB_SECRET_FILE names ${empty}, which is empty.`]);
  expect(findProblems(folder)[0]).toMatch(/cannot be read \(EISDIR\)/);
  expect(findProblems('/dev/zero')).toEqual([
    'HUB_SECRET_FILE names /dev/zero, which is too large for a secret.',
  ]);
  writeFileSync(empty, 'hunter2');
  expect(findProblems(empty, { HUB_SECRET: 'hunter3' })).toEqual([
    'HUB_SECRET and HUB_SECRET_FILE are both set. Keep one of them.',
  ]);
});

test('nothing reads the environment but the configuration and the command line', () => {
  const source = join(installationRoot, 'src');
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts|[/\\]testing[/\\]/.test(path))
    .filter((path) => readFileSync(join(source, path), 'utf8').includes('process.env'));
  expect(readers).toEqual([join('app', 'server', 'cli.ts')]);
});
