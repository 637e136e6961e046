import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const base = { tag: 'Things', summary: 'A thing', path: '/things' } as const;
const thing = z.object({ name: z.string() });

describe('the defaults of a call', () => {
  test('are status 204 without a reply, 201 for a POST and 200 otherwise', () => {
    const declare = (method: 'GET' | 'POST', more: { reply?: typeof thing; status?: 200 }) =>
      endpoint({ ...base, method, policy: 'member', ...more }).status;
    expect(declare('POST', {})).toBe(204);
    expect(declare('POST', { reply: thing })).toBe(201);
    expect(declare('POST', { reply: thing, status: 200 })).toBe(200);
    expect(declare('GET', { reply: thing })).toBe(200);
  });

  test('require the bearer token unless anyone may call', () => {
    const credentialFor = (policy: 'anyone' | 'signed-in' | 'member') =>
      endpoint({ ...base, method: 'POST', policy }).credential;
    expect(credentialFor('anyone')).toBe('none');
    expect(credentialFor('signed-in')).toBe('bearer');
    expect(credentialFor('member')).toBe('bearer');
  });

  test('accept neither parameters nor query nor body', () => {
    const call = endpoint({ ...base, method: 'POST', policy: 'anyone' });
    expect(call.params.safeParse({ id: '1' }).success).toBe(false);
    expect(call.query.safeParse({ page: '1' }).success).toBe(false);
    expect(call.body.safeParse({}).success).toBe(false);
    expect(call.body.safeParse(undefined).success).toBe(true);
  });
});

test('a path and its declared parameters must match', () => {
  const declare = (path: `/${string}`, params: Record<string, z.ZodMiniString>) =>
    endpoint({ ...base, path, method: 'GET', policy: 'anyone', params: z.object(params) });
  expect(() => declare('/things/{id}', {})).toThrow('/things/{id}');
  expect(() => declare('/things', { id: z.string() })).toThrow('/things');
  expect(() => declare('/things/{id}', { name: z.string() })).toThrow('/things/{id}');
  expect(declare('/{b}/{a}', { a: z.string(), b: z.string() }).path).toBe('/{b}/{a}');
});

test('only a read that is not cached may be served from a standby that lags', () => {
  const declare = (more: { method: 'GET' | 'POST'; cacheUntilNextCommit?: boolean }) =>
    endpoint({ ...base, policy: 'member', mayLag: true, ...more });
  expect(declare({ method: 'GET' }).mayLag).toBe(true);
  expect(() => declare({ method: 'POST' })).toThrow('may lag');
  expect(() => declare({ method: 'GET', cacheUntilNextCommit: true })).toThrow('may lag');
});
