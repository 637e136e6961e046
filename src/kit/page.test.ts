import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isDescending, optionalPageQuery, page, pageQuery, sortQuery } from './page.ts';

const query = z.strictObject(pageQuery(40));

describe('paging in a query', () => {
  test('has defaults and inclusive bounds', () => {
    expect(z.decode(query, {})).toEqual({ skip: 0, take: 40 });
    expect(z.decode(query, { skip: '999999999', take: '200' })).toEqual({
      skip: 999_999_999,
      take: 200,
    });
    expect(z.encode(query, { skip: 7, take: 1 })).toEqual({ skip: '7', take: '1' });
    expect(z.decode(z.strictObject(optionalPageQuery), {})).toEqual({});
  });

  test.each([
    { take: '0' },
    { take: '201' },
    { skip: '-1' },
    { skip: '1000000000' },
    { skip: '1.0' },
    { skip: '1e2' },
    { skip: ' 1' },
    { skip: '' },
    { skip: 1 },
  ])('%j is refused', (sent) => {
    expect(query.safeParse(sent).success).toBe(false);
    expect(z.strictObject(optionalPageQuery).safeParse(sent).success).toBe(false);
  });
});

describe('sorting in a query', () => {
  const sorted = z.strictObject(sortQuery(['name', 'date']));

  test('is optional, by one column in either direction', () => {
    expect(z.decode(sorted, {})).toEqual({});
    const entered = { sort: 'date', direction: 'desc' } as const;
    expect(z.decode(sorted, entered)).toEqual(entered);
  });

  test.each([
    { sort: 'Name' },
    { sort: '' },
    { sort: ['name', 'date'] },
    { direction: 'down' },
    { direction: ['asc', 'desc'] },
    { sort: 'toString' },
  ])('%j is refused', (sent) => {
    expect(sorted.safeParse(sent).success).toBe(false);
  });
});

test.each([
  [{}, true],
  [{ direction: 'asc' }, false],
  [{ sort: 'name' }, false],
  [{ sort: 'name', direction: 'desc' }, true],
] as const)('%j descends: %s', (request, descends) => {
  expect(isDescending(request)).toBe(descends);
});

describe('the numbers of a page', () => {
  test.each([
    { total: 0, skip: 0, take: 40, totalPages: 0, currentPage: 1 },
    { total: 40, skip: 0, take: 40, totalPages: 1, currentPage: 1 },
    { total: 41, skip: 40, take: 40, totalPages: 2, currentPage: 2 },
    { total: 5, skip: 100, take: 2, totalPages: 3, currentPage: 51 },
  ])('$total in pages of $take after $skip', ({ total, skip, take, totalPages, currentPage }) => {
    expect(page([], total, { skip, take })).toEqual({
      items: [],
      totalCount: total,
      totalPages,
      currentPage,
      pageSize: take,
    });
  });
});
