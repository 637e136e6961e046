import { expect, test } from 'vitest';
import { defaultResources, groupByCategory, resolveResource } from './resource.ts';

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
