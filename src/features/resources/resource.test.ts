import { expect, test } from 'vitest';
import { firstResources, groupsOf, resourceOf } from './resource.ts';

const places = {
  localPlatform: 'https://platform.example.org',
  networkHub: '',
  learningCentre: 'https://learn.example.org',
  chapterSite: '',
};
const entry = { category: 'A', title: 'T', description: '' };

test('a resource leads where the settings say now, and nowhere where they say nothing', () => {
  const hrefs = firstResources('Oslo').map((each) => resourceOf(each, places).href);
  expect(hrefs).toEqual([places.localPlatform, null, places.learningCentre, null, null]);
  const leadsTo = { kind: 'address' as const, url: 'https://a.example' };
  expect(resourceOf({ ...entry, leadsTo }, places).href).toBe('https://a.example');
});

test('resources of one category stand together, where the first of them stands', () => {
  const all = ['B', 'A', 'B'].map((category, n) => ({ ...entry, category, title: `${n}` }));
  expect(
    groupsOf(all).map(({ category, resources }) => [category, resources.map((r) => r.title)]),
  ).toEqual([
    ['B', ['0', '2']],
    ['A', ['1']],
  ]);
});
