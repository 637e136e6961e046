/**
 * Tables have owners: a feature's SQL names its own tables and the ground's alone. What it needs of
 * others it asks of their `server/store.ts`, or is given by the roof. The exceptions say why.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = import.meta.dirname;

type Owner = string;
const owners = new Map<string, Owner>(
  globSync('features/*/server/tables.ts', { cwd: src }).flatMap((file) => {
    const feature = file.split('/')[1] ?? '';
    const declared = /interface Tables \{([^}]*)\}/.exec(readFileSync(join(src, file), 'utf8'));
    return [...(declared?.[1] ?? '').matchAll(/(\w+):/g)].map(([, table = '']) => [table, feature]);
  }),
);

const nameOfSubject = 'what a record is about is named by one statement for a whole page';

/** By who names it and the table: why the owner is not asked instead. */
const exceptions: Record<Owner, Record<string, string>> = {
  server: {
    chapter: 'the ground cleans chapter by chapter, so that no statement holds many rows',
  },
  identity: {
    chapter: 'every call finds its caller, their role, policy and zone in one statement',
    member: 'every call finds its caller, their role, policy and zone in one statement',
    calendar_feed: 'a new password ends private calendar addresses in its own transaction',
  },
  chapters: {
    account_chapter: 'joining makes an account a member in the transaction of the invitation',
    installation_admin: 'granted and withdrawn with the chapters that it is about',
    member: 'joining, inviting and counting admins decide about members under one lock',
    'auth.account': 'who is invited, or founds a chapter, is found by address under one lock',
  },
  members: {
    'auth.account': 'an admin counts only while the account can sign in, in the same statement',
  },
  events: {
    chapter: 'times of all chapters are derived again in one statement when zones change',
    member: 'answers and feeds are read with the names and standing of their members',
    'auth.account': 'a feed lasts as long as its account, asked in the same statement',
  },
  resources: { chapter: 'where a resource leads is read with the links of the settings' },
  wallets: {
    member: 'wallets are sorted and searched by the names of their owners',
    expense: 'what an owner is still to be reimbursed for is read with their wallet',
  },
  expenses: { member: 'lists and figures are sorted by the names of members' },
  audit: {
    calendar: nameOfSubject,
    event: nameOfSubject,
    event_occurrence: nameOfSubject,
    expense: nameOfSubject,
    member: nameOfSubject,
    wallet: nameOfSubject,
    wallet_transaction: nameOfSubject,
  },
};

const named =
  /(?:\b(?:from|join|update|into|using)\s+(?:hub\.)?((?:auth\.)?"?\w+"?))|(?:\b(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\(\s*['"`](\w+)(?: as \w+)?['"`])/g;

/** The tables that a file's SQL names and that are not its own. */
function foreignTables(file: string): string[] {
  const [first = '', second = ''] = file.split('/');
  const self = first === 'features' ? second : first;
  const text = readFileSync(join(src, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const tables = [...text.matchAll(named)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(tables)].filter((table) => {
    const owner = table.startsWith('auth.') ? 'identity' : owners.get(table);
    return owner !== undefined && owner !== self;
  });
}

const files = globSync('{features/*/server,server}/**/*.ts', { cwd: src }).filter(
  (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
);

const found = files.flatMap((file) => {
  const [first = '', second = ''] = file.split('/');
  const self = first === 'features' ? second : first;
  return foreignTables(file).map((table) => ({ file, self, table }));
});

test('SQL names the tables of its own feature', () => {
  const broken = found.filter(({ self, table }) => exceptions[self]?.[table] === undefined);
  expect(broken.map(({ file, table }) => `${file} names ${table}`)).toEqual([]);
});

test('every exception is needed', () => {
  const needed = new Set(found.map(({ self, table }) => `${self} names ${table}`));
  const listed = Object.entries(exceptions).flatMap(([self, tables]) =>
    Object.keys(tables).map((table) => `${self} names ${table}`),
  );
  expect(listed.filter((line) => !needed.has(line))).toEqual([]);
  expect(owners.size).toBeGreaterThan(25);
});
