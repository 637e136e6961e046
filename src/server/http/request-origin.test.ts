import { expect, test } from 'vitest';
import { isCrossSiteWrite, listOrigins } from './request-origin.ts';

const own = ['https://hub.example.org'];

test.each([
  ['its own page', { origin: 'https://hub.example.org', 'sec-fetch-site': 'same-origin' }, false],
  ['an old browser', { origin: 'https://hub.example.org' }, false],
  ['a program', {}, false],
  ['a browser that sends no origin', { 'sec-fetch-site': 'same-origin' }, false],
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, true],
  ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }, true],
  ['a neighbor', { 'sec-fetch-site': 'same-site' }, true],
  // A name pointed at this server: the browser takes page and server for one site.
  ['a rebound name', { origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }, true],
  ['a sandbox', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
])('a write from %s', (_, headers, isRefused) => {
  expect(isCrossSiteWrite('POST', headers, () => own)).toBe(isRefused);
});

test('a server on this machine has all names of this machine', () => {
  expect(listOrigins('http://localhost:3000')).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]);
  expect(listOrigins('https://hub.example.org/x')).toEqual(['https://hub.example.org']);
});
