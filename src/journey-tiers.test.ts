/** Every browser journey belongs to a tier as `e2e/tiers.ts` says, and no spec is lost between them. */
import { readdirSync, readFileSync } from 'node:fs';
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
