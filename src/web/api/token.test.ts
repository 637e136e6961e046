import { describe, expect, it } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { createTokenKeeper } from './token.ts';

const chapterId = testId<'chapter'>('01900000-0000-7000-8000-000000000001');

/** A keeper whose clock stands until the test moves it, and whose tokens live ten minutes. */
function keeperAt(start: string) {
  let now = Temporal.Instant.from(start);
  let given = 0;
  const pending: (() => void)[] = [];
  const keeper = createTokenKeeper(
    () => {
      given += 1;
      const reply = {
        token: `token-${given}`,
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
    wait: (minutes: number) => {
      now = now.add({ seconds: minutes * 60 });
    },
    given: () => given,
  };
}

describe('the token keeper', () => {
  it('gives the same token until it is about to end', async () => {
    const { keeper, settle, wait, given } = keeperAt('2026-11-20T12:00:00Z');
    const first = keeper.current();
    await settle();
    expect(await first).toBe('token-1');
    wait(8);
    expect(await keeper.current()).toBe('token-1');
    expect(given()).toBe(1);
  });

  it('renews behind the scenes while the old one is still good', async () => {
    const { keeper, settle, wait, given } = keeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    wait(9.5);
    expect(await keeper.current()).toBe('token-1');
    expect(await keeper.current()).toBe('token-1');
    expect(given()).toBe(2);
    await settle();
    expect(await keeper.current()).toBe('token-2');
  });

  it('never gives out one that has ended', async () => {
    const { keeper, settle, wait } = keeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    wait(10);
    const next = keeper.current();
    await settle();
    expect(await next).toBe('token-2');
  });

  it('what was under way when it was forgotten is not kept', async () => {
    const { keeper, settle } = keeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    keeper.forget();
    await settle();
    const next = keeper.current();
    await settle();
    expect(await next).toBe('token-2');
  });

  it('only the very token that was refused is dropped', async () => {
    const { keeper, settle, given } = keeperAt('2026-11-20T12:00:00Z');
    void keeper.current();
    await settle();
    keeper.drop('an older one');
    expect(await keeper.current()).toBe('token-1');
    keeper.drop('token-1');
    void keeper.current();
    expect(given()).toBe(2);
  });

  it('gives what came along with another reply, and asks for none', async () => {
    const { keeper, given } = keeperAt('2026-11-20T12:00:00Z');
    keeper.hold({ token: 'held', expiresAt: '2026-11-20T12:10:00.000Z', chapterId });
    expect(await keeper.current()).toBe('held');
    expect(given()).toBe(0);
  });
});
