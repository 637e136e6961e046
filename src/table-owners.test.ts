/**
 * Tables have owners: a feature's SQL names only its own tables and the ground's. It gets other data
 * through the owner's `server/store.ts` or from the roof, which may name every table. Exceptions give
 * their reason.
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

/** By the naming feature and the table: why the owner is not asked instead. */
const exceptions: Record<Owner, Record<string, string>> = {
  server: {
    chapter: 'cleanup goes chapter by chapter, so that no statement locks many rows',
    'auth.account': 'an exported chapter has the emails of accounts in place of their ids',
    member: 'an exported chapter brings the accounts of its members',
    account_chapter: 'an exported chapter brings the accounts of its members',
    event: 'no date is added to an event, by looking ahead, while its chapter is removed',
    file_object: 'what a chapter leaves in the bucket is counted in the transaction that moves it',
  },
  identity: {
    chapter: 'one statement reads the caller, role, policy and time zone of every call',
    member: 'one statement reads the caller, role, policy and time zone of every call',
    calendar_feed: 'a new password revokes calendar feeds in the same transaction',
  },
  chapters: {
    account_chapter: 'accepting an invitation links the account in the same transaction',
    installation_admin: 'it is granted and revoked with the chapters it allows to create',
    member: 'joining, inviting and counting admins check members under one lock',
    'auth.account': 'invited people and first admins are found by email under one lock',
  },
  members: {
    'auth.account': 'an admin counts only while the account can sign in, in the same statement',
  },
  events: {
    chapter: 'one statement rederives the instants of all chapters when time zone rules change',
    member: 'RSVPs and feeds are read with the names and status of their members',
    'auth.account': 'a feed is valid only while its account is, checked in the same statement',
  },
  resources: { chapter: "the addresses of resources come from the chapter's links" },
  wallets: {
    member: 'wallets are sorted and searched by the names of their owners',
    payment: 'what was paid for an expense covers its charge first',
    charge_item: 'what is due last is found by its day',
    open_credit: 'the unsettled reimbursements of an owner are read with their wallet',
  },
  expenses: {
    member: 'lists and figures are sorted by the names of members',
    wallet: "standings link to a member's only wallet",
    wallet_total: 'standings are read with the balances in other currencies beside them',
    payment: 'what was paid for an expense is neither asked for nor recorded again',
  },
  dues: {
    member: 'members are listed with what is open of each, former ones, too',
    chapter: "the day of a charge is one of the chapter's zone",
  },
  audit: { member: 'one statement reads each record with who did it' },
};

const named =
  /(?:\b(?:from|join|update|into|using)\s+(?:hub\.)?((?:auth\.)?"?\w+"?))|(?:\b(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\(\s*['"`](\w+)(?: as \w+)?['"`])/g;

/** Tables of other owners in the SQL of a file. */
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

test('SQL names only tables of its own feature', () => {
  const broken = found.filter(({ self, table }) => exceptions[self]?.[table] === undefined);
  expect(broken.map(({ file, table }) => `${file} names ${table}`)).toEqual([]);
});

test('every exception is still needed', () => {
  const needed = new Set(found.map(({ self, table }) => `${self} names ${table}`));
  const listed = Object.entries(exceptions).flatMap(([self, tables]) =>
    Object.keys(tables).map((table) => `${self} names ${table}`),
  );
  expect(listed.filter((line) => !needed.has(line))).toEqual([]);
  expect(owners.size).toBeGreaterThan(25);
});
