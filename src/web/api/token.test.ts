import { describe, expect, it } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { createTokenKeeper } from './token.ts';

const chapterId = testId<'chapter'>('01900000-0000-7000-8000-000000000001');

/** A keeper with a clock that the test advances and tokens that last ten minutes. */
function createKeeperAt(start: string) {
  let now = Temporal.Instant.from(start);
  let issued = 0;
  const pending: (() => void)[] = [];
  const keeper = createTokenKeeper(
    () => {
      issued += 1;
      const reply = {
        token: `token-${issued}`,
        expiresAt: toInstant(now.add({ minutes: 10 })),
        chapterId,
      };
      return new Promise((resolve) => pending.push(() => resolve(reply)));
    },
    () => now.epochMilliseconds,
  );
  const settle = async () => {
    for (const resolve of pending.splice(0)) resolve();
    await new Promise((done) => setTimeout(done));
  };
  return {
    keeper,
    settle,
    advance: (minutes: number) => {
      now = now.add({ seconds: minutes * 60 });
    },
    issuedCount: () => issued,
  };
}

describe('the token keeper', () => {
  it('returns the same token until shortly before it expires', async () => {
    const { keeper, settle, advance, issuedCount } = createKeeperAt('2026-11-20T12:00:00Z');
    const first = keeper.current();
    await settle();
    expect(await first).toBe('token-1');
    advance(8);
    expect(await keeper.current()).toBe('token-1');
    expect(issuedCount()).toBe(1);
  });

  it('renews in the background while the old token is valid', async () => {
    const { keeper, settle, advance, issuedCount } = createKeeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    advance(9.5);
    expect(await keeper.current()).toBe('token-1');
    expect(await keeper.current()).toBe('token-1');
    expect(issuedCount()).toBe(2);
    await settle();
    expect(await keeper.current()).toBe('token-2');
  });

  it('never returns an expired token', async () => {
    const { keeper, settle, advance } = createKeeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    advance(10);
    const next = keeper.current();
    await settle();
    expect(await next).toBe('token-2');
  });

  it('discards a token that was being fetched when it was to be forgotten', async () => {
    const { keeper, settle } = createKeeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    keeper.forget();
    await settle();
    const next = keeper.current();
    await settle();
    expect(await next).toBe('token-2');
  });

  it('drops only the token that was refused', async () => {
    const { keeper, settle, issuedCount } = createKeeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    keeper.drop('an older one');
    expect(await keeper.current()).toBe('token-1');
    keeper.drop('token-1');
    void keeper.current();
    expect(issuedCount()).toBe(2);
  });

  it('returns a token from another reply without fetching one', async () => {
    const { keeper, issuedCount } = createKeeperAt('2026-11-20T12:00:00Z');
    keeper.store({ token: 'held', expiresAt: '2026-11-20T12:10:00.000Z', chapterId });
    expect(await keeper.current()).toBe('held');
    expect(issuedCount()).toBe(0);
  });
});
