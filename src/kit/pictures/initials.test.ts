import { expect, test } from 'vitest';
import { getInitials, pickHue } from './initials.ts';

test('initials are the first letters of the first and the last word', () => {
  expect(getInitials('Maya Chen')).toBe('MC');
  expect(getInitials('  Ana  María de la Cruz ')).toBe('AC');
  expect(getInitials('bo')).toBe('B');
  expect(getInitials('Zoë Ångström')).toBe('ZÅ');
  expect(getInitials('🐝 Bee')).toBe('🐝B');
  expect(getInitials('')).toBe('');
});

test('an id always gets the same color, within the range', () => {
  for (const id of ['', 'u1', '019a8c41-0000-7000-8000-00000000f02a', '🐝']) {
    expect(pickHue(id, 10)).toBe(pickHue(id, 10));
    expect(pickHue(id, 10)).toBeGreaterThanOrEqual(0);
    expect(pickHue(id, 10)).toBeLessThan(10);
  }
});
