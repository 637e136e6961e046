import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './initials.ts';

test('initials are the first letters of the first and the last word', () => {
  expect(initialsOf('Maya Chen')).toBe('MC');
  expect(initialsOf('  Ana  María de la Cruz ')).toBe('AC');
  expect(initialsOf('bo')).toBe('B');
  expect(initialsOf('Zoë Ångström')).toBe('ZÅ');
  expect(initialsOf('🐝 Bee')).toBe('🐝B');
  expect(initialsOf('')).toBe('');
});

test('a person keeps their colour, and it is one of those there are', () => {
  for (const id of ['', 'u1', '019a8c41-0000-7000-8000-00000000f02a', '🐝']) {
    expect(hueOf(id, 10)).toBe(hueOf(id, 10));
    expect(hueOf(id, 10)).toBeGreaterThanOrEqual(0);
    expect(hueOf(id, 10)).toBeLessThan(10);
  }
});
