/**
 * What documents and comments name exists: files and folders, decisions, titles of tests that are quoted
 * as evidence, and targets of links. Whatever is moved or renamed would leave claims that nobody can check.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = 'bench bin deploy docs e2e findings migrations public release src'.split(' ');

const paths = [
  ...readdirSync(root, { withFileTypes: true }),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  ),
]
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** Whether a file or folder has this path or one that ends so: `src/kit/money.ts`, `kit/money.ts`, `money.ts`. */
const endings = new Set(paths.flatMap(listPaths).flatMap(listEndings));

/** A file's own and those of its folders; a migration is also named by its number alone. */
function listPaths(path: string): string[] {
  const [migration = path] = /^migrations\/\d{4}/.exec(path) ?? [];
  return path === '.' ? [] : [path, migration, ...listPaths(dirname(path))];
}

function listEndings(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, first) => parts.slice(first).join('/'));
}

/** Named, but not there: what is built, and examples. */
const elsewhere = [/^(?:build|dist)\//, /^\d{4}_name\.sql$/];

/** A file by its extension (`.js` and `.json` only below a folder: ical.js is a library), or below a folder of the root. */
const file = /^[\w-][\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs|sql|md|css)$/;
const fileBelowFolder = /^[\w-][\w.-]*(?:\/[\w.-]+)+\.(?:js|json|txt|html|yml|sh)$/;
const belowRoot = new RegExp(`^(?:${folders.join('|')})(?:/[\\w.-]+)+$`);

function findPaths(text: string): string[] {
  const words = text.split(/[\s`'"“”(),;:[\]{}|]+/).map((word) => word.replace(/[./]+$/, ''));
  return words.filter(
    (word) =>
      [file, fileBelowFolder, belowRoot].some((form) => form.test(word)) &&
      !elsewhere.some((form) => form.test(word)),
  );
}

const documents = paths.filter((path) => path.endsWith('.md'));
/** But this one, whose last test names what does not exist. */
const sources = paths.filter(
  (path) =>
    /^(?:bench|bin|e2e|findings|public|release|src)\/.*\.(?:tsx?|mjs|js)$/.test(path) &&
    path !== 'src/evidence.test.ts',
);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Code spans; a fence of several lines is an example. */
const findSpans = (document: string) =>
  [...document.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
const findComments = (source: string) =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([comment]) => comment);

function findMissing(texts: readonly string[]): string[] {
  return texts.flatMap(findPaths).filter((path) => !endings.has(path));
}

function listBroken(find: (path: string) => readonly string[], among: readonly string[]): string[] {
  return among.flatMap((path) => find(path).map((missing) => `${path}: ${missing}`));
}

test('paths that documents name exist', () => {
  expect(
    documents.flatMap((path) => findSpans(read(path)).flatMap(findPaths)).length,
  ).toBeGreaterThan(300);
  expect(listBroken((path) => findMissing(findSpans(read(path))), documents)).toEqual([]);
});

test('paths that comments name exist', () => {
  expect(
    sources.flatMap((path) => findComments(read(path)).flatMap(findPaths)).length,
  ).toBeGreaterThan(50);
  expect(listBroken((path) => findMissing(findComments(read(path))), sources)).toEqual([]);
});

/** As GitHub makes an anchor of a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .replace(/\s/g, '-');

function findDeadLinks(path: string): string[] {
  const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [name = '', anchor] = target.split('#');
    const found = name === '' ? path : join(dirname(path), name);
    if (!endings.has(found.replace(/\/$/, ''))) return true;
    if (anchor === undefined) return false;
    const headings = [...read(found).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    return !headings.map(toAnchor).includes(anchor);
  });
}

test('links of documents lead somewhere', () => {
  expect(listBroken(findDeadLinks, documents)).toEqual([]);
});

const decisions = new Map(
  paths
    .filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    .map((path) => [Number(path.slice('docs/decisions/'.length).slice(0, 4)), path]),
);

function findUndecided(text: string): string[] {
  const mentions = [...text.matchAll(/\bdecisions?[\s*/[]+(\d+(?:(?:, | and | or )\d+)*)/gi)];
  return mentions
    .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
    .filter((number) => !decisions.has(Number(number)))
    .map((number) => `decision ${number}`);
}

test('decisions that are named exist', () => {
  const inComments = (path: string) => findComments(read(path)).flatMap(findUndecided);
  expect(listBroken((path) => findUndecided(read(path)), documents)).toEqual([]);
  expect(listBroken(inComments, sources)).toEqual([]);
});

test('the list of decisions has the number, title, date and state of each', () => {
  const list = read('docs/decisions/README.md');
  const rows = list.matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| (.+?) \| (.+?) \|/gm);
  const listed = [...rows].map(([, number, title, name, date, state]) => [
    `docs/decisions/${name}`,
    `# ${number}. ${title}`,
    `${state}, ${date}`,
  ]);
  const written = [...decisions].map(([, path]) => {
    const [heading, head = ''] = read(path).split('\n');
    return [path, heading, head.toLowerCase()];
  });
  expect(listed).toEqual(written);
  // A number is never given twice: the list says into what the missing ones went.
  const merged = new Map(
    [...list.matchAll(/\b(\d+) into (\d+)\b/g)].map(([, gone, into]) => [
      Number(gone),
      Number(into),
    ]),
  );
  const numbers = [...decisions.keys(), ...merged.keys()].sort((one, other) => one - other);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect([...merged.values()].filter((into) => !decisions.has(into))).toEqual([]);
});

/** What a row claims: a file, and titles that it contains. */
const claim = /`([^`\s]+\.(?:tsx?|mjs|json|md))`((?:,? “[^”]+”)*)/g;

function findUnshown(document: string): string[] {
  return [...document.matchAll(claim)].flatMap(([, named = '', quoted = '']) => {
    const found = paths.filter((path) => path === named || path.endsWith(`/${named}`));
    return [...quoted.matchAll(/“([^”]+)”/g)]
      .filter(([, title = '']) => !found.some((path) => read(path).includes(title)))
      .map(([title]) => `${named} has no ${title}`);
  });
}

test.each(['asvs.md', 'attacks-and-faults.md', 'outside-cases.md'])(
  'titles of tests that docs/%s quotes exist',
  (name) => {
    const document = read(`docs/${name}`);
    expect([...document.matchAll(claim)].length).toBeGreaterThan(30);
    expect(findUnshown(document)).toEqual([]);
  },
);

test('a missing file, title and decision are found', () => {
  const document =
    'Decisions 1, 3 and 99: `no/such.test.ts`, `kit/csv.test.ts` “other cells stay unchanged”, “no such title”';
  expect(findMissing(findSpans(document))).toEqual(['no/such.test.ts']);
  expect(findUnshown(document)).toEqual(['kit/csv.test.ts has no “no such title”']);
  expect(findUndecided(document)).toEqual(['decision 99']);
  const source =
    "/** As in src/no/such.ts. */ call('x'); // and no/such.mjs\nlet url = 'http://a/b.ts';";
  expect(findMissing(findComments(source))).toEqual(['src/no/such.ts', 'no/such.mjs']);
});
