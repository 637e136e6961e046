import { describe, expect, it } from 'vitest';
import { CallError, failureMessage, failureWords } from './call-error.ts';

describe('why a write failed', () => {
  const unknown = new CallError('API request failed: 503 Service Unavailable', {
    status: 503,
    refusal: { code: 'database_unavailable', message: 'Try again with the same Idempotency-Key.' },
  });

  it('is told to a person, not to a program', () => {
    expect(failureWords(unknown)).toMatch(/nothing will be saved twice/);
    expect(failureWords(unknown)).not.toContain('Idempotency-Key');
  });

  it('promises nothing that only a key or a version keeps', () => {
    const words = failureWords(unknown, { isSavedOnce: false });
    expect(words).toMatch(/don't know whether this was done/);
    expect(words).not.toMatch(/twice|Idempotency-Key/);
  });

  it("is else what the server says, and without that the failure's own message", () => {
    const refusal = { code: 'busy', message: 'The server is busy.' };
    expect(failureWords(new CallError('failed', { status: 503, refusal }))).toBe(refusal.message);
    expect(failureWords(new CallError('failed', { status: 502 }))).toBe('failed');
  });

  it('ends as a sentence where the server sent a short message', () => {
    const refusal = { code: 'name_taken', message: 'This name is taken' };
    const error = new CallError('failed', { status: 409, refusal });
    expect(failureWords(error)).toBe('This name is taken.');
  });
});

it('a status without a text is told as HTTP/1.1 tells it', () => {
  expect(failureMessage(413, '')).toBe(failureMessage(413, 'Payload Too Large'));
  expect(failureMessage(422, '')).toBe(failureMessage(422, 'Unprocessable Entity'));
});
