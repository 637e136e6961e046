import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import {
  defaultResources,
  findNewest,
  groupByCategory,
  noteAdditions,
  resolveResource,
} from './resource.ts';

const places = {
  localPlatform: 'https://platform.example.org',
  networkHub: '',
  learningCentre: 'https://learn.example.org',
  chapterSite: '',
};
const entry = { category: 'A', title: 'T', description: '' };

test('a resource follows the link of the settings, and leads nowhere if that is empty', () => {
  const hrefs = defaultResources('Oslo').map((each) => resolveResource(each, places).href);
  expect(hrefs).toEqual([places.localPlatform, null, places.learningCentre, null, null]);
  const leadsTo = { kind: 'address' as const, url: 'https://a.example' };
  expect(resolveResource({ ...entry, leadsTo }, places).href).toBe('https://a.example');
});

test('resources are grouped by category, at the position of the first of each', () => {
  const all = ['B', 'A', 'B'].map((category, n) => ({ ...entry, category, title: `${n}` }));
  expect(
    groupByCategory(all).map(({ category, resources }) => [
      category,
      resources.map((r) => r.title),
    ]),
  ).toEqual([
    ['B', ['0', '2']],
    ['A', ['1']],
  ]);
});

test('a resource was added when its title first led to its place; unknown times stay unknown', () => {
  const [old, now] = ['2026-01-01T00:00:00.000Z', '2026-11-25T00:00:00.000Z'] as const;
  const leadsTo = { kind: 'address' as const, url: 'https://a.example' };
  const elsewhere = { kind: 'address' as const, url: 'https://b.example' };
  const before = [
    { ...entry, title: 'Kept', leadsTo, addedAt: old },
    { ...entry, title: 'Moved', leadsTo, addedAt: old },
    { ...entry, title: 'Unknown', leadsTo, addedAt: null },
  ];
  const after = noteAdditions(
    [
      { ...entry, title: 'New', leadsTo },
      { ...entry, title: 'Kept', description: 'Edited', leadsTo },
      { ...entry, title: 'Moved', leadsTo: elsewhere },
      { ...entry, title: 'Unknown', leadsTo },
    ],
    before,
    now,
  );
  expect(after.map(({ title, addedAt }) => [title, addedAt])).toEqual([
    ['New', now],
    ['Kept', old],
    ['Moved', now],
    ['Unknown', null],
  ]);
});

test('the newest is the one added last, and the first of several; without a time none is', () => {
  const add = (title: string, addedAt: Instant | null) => ({ title, addedAt });
  const early = add('early', '2026-01-01T00:00:00.000Z');
  const late = add('late', '2026-02-01T00:00:00.000Z');
  expect(findNewest([add('none', null), early, late, { ...late, title: 'later in order' }])).toBe(
    late,
  );
  expect(findNewest([add('none', null)])).toBeUndefined();
});
