import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requiredText, text, trimmedText } from './text.ts';

test.each([
  ['text', text(5)],
  ['trimmed text', trimmedText(5)],
  ['required text', requiredText(5)],
])('the format of %s is not looked at when it is too long', (_name, schema) => {
  const seen: string[] = [];
  const formatted = schema.check(z.refine((value) => seen.push(value) > 0));
  expect(formatted.safeParse('short').success).toBe(true);
  const issues = formatted.safeParse('longer').error?.issues.map(({ message }) => message);
  expect(issues).toEqual(['Must be at most 5 characters']);
  expect(seen).toEqual(['short']);
});
