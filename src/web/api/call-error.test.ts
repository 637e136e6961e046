import { describe, expect, it } from 'vitest';
import { CallError, describeFailure, failureMessage } from './call-error.ts';

describe('the description of a failed write', () => {
  const unknownOutcome = new CallError('API request failed: 503 Service Unavailable', {
    status: 503,
    refusal: { code: 'database_unavailable', message: 'Try again with the same Idempotency-Key.' },
  });

  it('is written for a person, not for a program', () => {
    expect(describeFailure(unknownOutcome)).toMatch(/nothing will be saved twice/);
    expect(describeFailure(unknownOutcome)).not.toContain('Idempotency-Key');
  });

  it('promises no single execution without a key or a version', () => {
    const text = describeFailure(unknownOutcome, { isSavedOnce: false });
    expect(text).toMatch(/don't know whether this was done/);
    expect(text).not.toMatch(/twice|Idempotency-Key/);
  });

  it("falls back to the server's message, then to the error's own", () => {
    const refusal = { code: 'busy', message: 'The server is busy.' };
    expect(describeFailure(new CallError('failed', { status: 503, refusal }))).toBe(
      refusal.message,
    );
    expect(describeFailure(new CallError('failed', { status: 502 }))).toBe('failed');
  });

  it('ends a short message of the server with a period', () => {
    const refusal = { code: 'name_taken', message: 'This name is taken' };
    const error = new CallError('failed', { status: 409, refusal });
    expect(describeFailure(error)).toBe('This name is taken.');
  });
});

it('a status without a text gets the text of HTTP/1.1', () => {
  expect(failureMessage(413, '')).toBe(failureMessage(413, 'Payload Too Large'));
  expect(failureMessage(422, '')).toBe(failureMessage(422, 'Unprocessable Entity'));
});
