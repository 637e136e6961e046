import { expect, test } from 'vitest';
import { matches } from './matches.ts';

test.each([
  ['Log Expense', ''],
  ['Log Expense', 'exp'],
  ['Log Expense', 'expense log'],
  ['José de la Cruz', 'jose cru'],
  ['प्रिया शर्मा', 'प्रि'],
  ['Alexandria Montgomery-Featherstonehaugh', 'feather'],
  ['Harbor dinner, 2026', '  DINNER 2026 '],
])('%s is found by "%s"', (name, typed) => expect(matches(name, typed)).toBe(true));

test.each([
  ['Log Expense', 'pense'],
  ['Log Expense', 'log wallet'],
  ['Diego', 'diego a'],
  ['पवन रमेश यादव', 'प्रिया'],
])('%s is not found by "%s"', (name, typed) => expect(matches(name, typed)).toBe(false));
