import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { type Id, id, toId, uuidV7, uuidV7After } from './id.ts';
import { testId } from './testing/test-id.ts';

const bytes = (hex: string) => Uint8Array.fromHex(hex);

test('an id is built like the example of RFC 9562', () => {
  const example = uuidV7(0x017f22e279b0, bytes('cc318c4dc0c0c07398f0'));
  expect(example).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('every id is valid on the wire, and ids sort by creation time', () => {
  const when = fc.integer({ min: 0, max: 2 ** 48 - 2 });
  const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(when, random, random, (time, one, other) => {
      const earlier = uuidV7(time, one);
      expect(z.decode(id(), earlier)).toBe(earlier);
      expect(earlier < uuidV7(time + 1, other)).toBe(true);
    }),
  );
});

test('ids of one millisecond sort in creation order', () => {
  const first = testId('017f22e2-79b0-7cc3-98c4-00000000ffff');
  expect(uuidV7After(first, bytes('0000'))).toBe('017f22e2-79b0-7cc3-98c4-000000010000');
  expect(uuidV7After(first, bytes('ffff'))).toBe('017f22e2-79b0-7cc3-98c4-00000001ffff');
});

test('an upper-case id is the same id', () => {
  const made = uuidV7(1, bytes('ffffffffffffffffffff'));
  expect(z.decode(id(), made.toUpperCase())).toBe(made);
});

test.each(['', 'x', '017f22e279b07cc398c4dc0c0c07398f', '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}'])(
  '%j is not an id',
  (text) => {
    expect(id().safeParse(text).success).toBe(false);
  },
);

test('ids of different kinds are not assignable to each other', () => {
  expectTypeOf<Id<'member'>>().not.toExtend<Id<'expense'>>();
  expectTypeOf<Id>().not.toExtend<Id<'expense'>>();
  expectTypeOf<string>().not.toExtend<Id>();
  expectTypeOf<Id<'expense'>>().toExtend<Id>();
  expectTypeOf<Id<'expense'>>().toExtend<string>();
});

test('only a valid id can be branded', () => {
  expect(toId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  expect(() => toId('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toThrow('an id must be a UUID');
  expect(() => toId('')).toThrow('an id must be a UUID');
});
