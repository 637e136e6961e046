import { expect, test } from 'vitest';
import { findPlace } from './movement.ts';

const places = [
  { label: 'Home', to: '/' },
  { label: 'Calendar', to: '/calendar' },
  { label: 'Expenses', to: '/expenses' },
] as const;

test.each([
  ['h', '/'],
  ['c', '/calendar'],
  ['e', '/expenses'],
  ['x', undefined],
  ['g', undefined],
])('g and %s goes to %s', (letter, place) => expect(findPlace(letter, places)).toBe(place));
