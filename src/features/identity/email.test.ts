import { expect, test } from 'vitest';
import { email } from './contract.ts';

test.each([
  ['Ana@Example.org', 'ana@example.org'],
  ['ANA@MÜNCHEN.EXAMPLE', 'ana@xn--mnchen-3ya.example'],
  ['ana@例え.jp', 'ana@xn--r8jz45g.jp'],
  ['ana@xn--mnchen-3ya.example', 'ana@xn--mnchen-3ya.example'],
])('%s is stored as %s', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored);
});

test.each([
  'ana@münchen.example/x',
  'ana@münchen.example:80',
  'áná@example.org',
  'a@b@ä.example',
  'ana@ä..b',
])('%s is no address', (typed) => {
  expect(email.safeParse(typed).success).toBe(false);
});
