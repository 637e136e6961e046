import { afterEach, expect, test, vi } from 'vitest';
import { clearPrefetched, takePrefetched } from './prefetched.ts';

const answer = Promise.resolve(new Response('prefetched'));
const list = '/api/expenses?skip=0&take=40';
const request = { method: 'GET', headers: { authorization: 'Bearer one' } };

function stubPrefetched(): void {
  const prefetched = new Map([
    ['/api/auth/session', { answer, authorization: undefined }],
    [list, { answer, authorization: 'Bearer one' }],
  ]);
  vi.stubGlobal('__prefetched', prefetched);
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a prefetched response is used once, by exactly the same request', () => {
  stubPrefetched();
  expect(takePrefetched('/api/auth/session', { method: 'GET', headers: {} })).toBe(answer);
  expect(takePrefetched('/api/auth/session', { method: 'GET', headers: {} })).toBeUndefined();
  expect(takePrefetched(list, request)).toBe(answer);
  expect(takePrefetched(list, request)).toBeUndefined();
});

test('a different address, method or token does not match', () => {
  stubPrefetched();
  const other = { authorization: 'Bearer another' };
  expect(takePrefetched('/api/expenses', request)).toBeUndefined();
  expect(takePrefetched(list, { ...request, method: 'POST' })).toBeUndefined();
  expect(takePrefetched(list, { ...request, headers: other })).toBeUndefined();
  expect(takePrefetched(list, request)).toBe(answer);
});

test('no response is returned if none was prefetched or it has expired', () => {
  expect(takePrefetched(list, request)).toBeUndefined();
  stubPrefetched();
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  expect(takePrefetched(list, request)).toBeUndefined();
});

test('clearing removes all prefetched responses', () => {
  clearPrefetched();
  stubPrefetched();
  clearPrefetched();
  expect((globalThis as { __prefetched?: Map<string, unknown> }).__prefetched?.size).toBe(0);
});
