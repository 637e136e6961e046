/** Every browser journey belongs to a tier as `e2e/tiers.ts` says, no spec is lost between them, and no screen by axe. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configureTier, specsOfAll, tagOfAll } from '../e2e/tiers.ts';

const folder = join(import.meta.dirname, '..', 'e2e');
const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
const read = (spec: string) => readFileSync(join(folder, spec), 'utf8');

/** Each journey of a spec: whether only `npm run test:all` runs it. */
function listJourneys(spec: string): boolean[] {
  const calls = read(spec)
    .split(/^\s*(?:test|journey)\(/m)
    .slice(1);
  return calls.map((call) => call.slice(0, call.indexOf('async')).includes(`tag: '${tagOfAll}'`));
}

test('the specs that the gate leaves out exist, and tag no journey besides', () => {
  expect(specsOfAll.filter((name) => !specs.includes(name))).toEqual([]);
  expect(specsOfAll.filter((name) => listJourneys(name).includes(true))).toEqual([]);
});

describe.each(specs.filter((name) => !specsOfAll.includes(name)))('%s', (spec) => {
  test('has a journey at the gate', () => {
    expect(listJourneys(spec)).toContain(false);
  });

  test('says its tiers only by tags of journeys', () => {
    // One that a group or a helper gave would be missed here and by who reads the journey.
    const mentions = read(spec).split(tagOfAll).length - 1;
    expect(mentions).toBe(listJourneys(spec).filter(Boolean).length);
  });
});

test('the gate leaves out what is tagged and listed, and everything else runs in both tiers', () => {
  const gate = configureTier('gate');
  expect(gate.grepInvert?.test(`together ${specs[0]} a title ${tagOfAll}`)).toBe(true);
  expect(specs.filter((name) => gate.grepInvert?.test(name))).toEqual([]);
  expect(gate.ignored).toEqual(specsOfAll);
  expect(configureTier('all')).toEqual({ ignored: [], retries: 0 });
});

test('every screen is tried by axe, in a journey or in a component test', () => {
  const src = join(folder, '..', 'src');
  const trying = [
    ...globSync('*.ts', { cwd: folder }).map((name) => join(folder, name)),
    ...globSync('{app,features}/**/*.test.tsx', { cwd: src }).map((name) => join(src, name)),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /expectAccessible|^export const screens/m.test(text))
    .join('\n');
  const isTried = (address: string) => {
    const opened = RegExp.escape(address).replace(/\\\$.*/, '\\$');
    return new RegExp(`(?:path: |\\bgoto\\(|\\bopen\\()['\`]${opened}(?:['\`?#]|\\{)`).test(trying);
  };
  const addresses = globSync(['app/web/routes.tsx', 'features/*/web/area.ts'], { cwd: src })
    .flatMap((file) => [
      ...readFileSync(join(src, file), 'utf8').matchAll(/\b(?:screen|openScreen)\(\s*'([^']+)/g),
    ])
    .map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(15);
  expect(
    addresses.filter((address) => !isTried(address)),
    'not opened by a test with axe: list it in e2e/screens.ts',
  ).toEqual([]);
});
