import { afterEach, expect, test, vi } from 'vitest';
import { earlyAnswer, forgetEarlyAnswers } from './early-answers.ts';

const answer = Promise.resolve(new Response('early'));
const list = '/api/expenses?skip=0&take=40';
const asked = { method: 'GET', headers: { authorization: 'Bearer one' } };

function asksEarly(): void {
  const early = new Map([
    ['/api/auth/session', { answer, authorization: undefined }],
    [list, { answer, authorization: 'Bearer one' }],
  ]);
  vi.stubGlobal('hubEarly', early);
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what was asked early is there once, for the very same request', () => {
  asksEarly();
  expect(earlyAnswer('/api/auth/session', { method: 'GET', headers: {} })).toBe(answer);
  expect(earlyAnswer('/api/auth/session', { method: 'GET', headers: {} })).toBeUndefined();
  expect(earlyAnswer(list, asked)).toBe(answer);
  expect(earlyAnswer(list, asked)).toBeUndefined();
});

test('another address, another method or another token is another request', () => {
  asksEarly();
  const other = { authorization: 'Bearer another' };
  expect(earlyAnswer('/api/expenses', asked)).toBeUndefined();
  expect(earlyAnswer(list, { ...asked, method: 'POST' })).toBeUndefined();
  expect(earlyAnswer(list, { ...asked, headers: other })).toBeUndefined();
  expect(earlyAnswer(list, asked)).toBe(answer);
});

test('nothing was asked early, or too long ago', () => {
  expect(earlyAnswer(list, asked)).toBeUndefined();
  asksEarly();
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  expect(earlyAnswer(list, asked)).toBeUndefined();
});

test('who leaves leaves nothing behind', () => {
  forgetEarlyAnswers();
  asksEarly();
  forgetEarlyAnswers();
  expect((globalThis as { hubEarly?: Map<string, unknown> }).hubEarly?.size).toBe(0);
});
