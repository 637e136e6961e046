import { expect, test } from 'vitest';
import { findNextItem } from './day-keys.ts';

const items = ['first', 'second', 'last'];
const outside = -1;
const find = (key: string, from: string) => findNextItem(key, 'day', items, items.indexOf(from));

test('F2 moves from a day to its first event, and no other key enters the day', () => {
  expect(find('F2', 'day')).toBe('first');
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape', 'Enter', ' ', 'a']) {
    expect([key, find(key, 'day')]).toEqual([key, undefined]);
  }
});

test('a day without events is not entered', () => {
  expect(findNextItem('F2', 'day', [], outside)).toBeUndefined();
});

test('arrows move between the events, from the first back to the day and not past the last', () => {
  const below = ['first', 'second', 'last'].map((item) => find('ArrowDown', item));
  expect(below).toEqual(['second', 'last', 'last']);
  const above = ['last', 'second', 'first'].map((item) => find('ArrowUp', item));
  expect(above).toEqual(['second', 'first', 'day']);
});

test('Home and End move to the first and the last event from any of them', () => {
  for (const item of items) {
    expect([find('Home', item), find('End', item)]).toEqual(['first', 'last']);
  }
});

test('F2 and Escape return from any event to the day', () => {
  for (const item of items) {
    expect([find('F2', item), find('Escape', item)]).toEqual(['day', 'day']);
  }
});

test('other keys on an event are left to the browser and the grid', () => {
  for (const key of ['Enter', ' ', 'Tab', 'ArrowLeft', 'ArrowRight', 'PageDown', 'a', 'Delete']) {
    expect([key, find(key, 'second')]).toEqual([key, undefined]);
  }
});
