import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { optionalHttpsUrl, optionalOutsideUrl } from './outside-url.ts';

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['example.org/about', 'https://example.org/about'],
  // The forms begin with it, and people paste a whole address behind it.
  ['https://https://example.org', 'https://example.org'],
  ['https://http://example.org', 'http://example.org'],
  ['Https://example.org', 'https://example.org'],
  ['HTTP://EXAMPLE.ORG/A', 'http://EXAMPLE.ORG/A'],
  ['\u200bhttps://example.org\u200b', 'https://example.org'],
  ['https://example.org/https://example.net', 'https://example.org/https://example.net'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['(example.org)', 'https://example.org'],
  ['https://“https://example.org”.', 'https://example.org'],
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://example.org,', 'https://example.org'],
  ['example.org.', 'https://example.org'],
  ['', ''],
])('%j is the address %j', (typed, url) => {
  expect(z.parse(optionalOutsideUrl, typed)).toBe(url);
});

test.each([
  'https://',
  'https:example.org',
  'javascript:alert(1)',
  'https://a@example.org',
  'hello',
])('%j is no address', (typed) => {
  expect(z.safeParse(optionalOutsideUrl, typed).success).toBe(false);
});

test('where people pay, an address without its beginning is encrypted', () => {
  expect(z.parse(optionalHttpsUrl, 'paypal.example/chapter')).toBe(
    'https://paypal.example/chapter',
  );
  expect(z.safeParse(optionalHttpsUrl, 'http://paypal.example').success).toBe(false);
});
