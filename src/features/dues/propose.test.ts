import { expect, test } from 'vitest';
import { nextTitleOf } from './propose.ts';

test.each([
  ['2026 dues', '2027 dues'],
  ['Dues 2026/27', 'Dues 2027/28'],
  ['Dues 2026 – 2027', 'Dues 2027 – 2028'],
  ['Dues 2098-99', 'Dues 2099-00'],
  ['FY26 dues', 'FY27 dues'],
  ['FY2026, FY 26/27', 'FY2027, FY 27/28'],
  ['Dues 26-27', 'Dues 27-28'],
  ['2026-Q4', '2027-Q4'],
  ['Dues 2026-03', 'Dues 2027-03'],
  ['Dues of 2026-03-31', 'Dues of 2027-03-31'],
  ['Dues 3/31/2026', 'Dues 3/31/2027'],
  ['January 2026 to May 2027', 'January 2027 to May 2028'],
])('a year after %j comes %j', (title, next) => {
  expect(nextTitleOf(title)).toBe(next);
});

test.each(['Spring gala', 'Table 30', 'Grades 11-12', 'Check 20261'])('%j comes again', (title) => {
  expect(nextTitleOf(title)).toBe(title);
});
