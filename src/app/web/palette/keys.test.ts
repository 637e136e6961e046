import { expect, test } from 'vitest';
import { parseShortcut } from './keys.ts';
import { parseMove } from './movement.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['Ctrl K', { ...bare, ctrlKey: true, key: 'k' }, 'commands'],
  ['⌘ K', { ...bare, metaKey: true, key: 'k' }, 'commands'],
  ['K with caps lock', { ...bare, ctrlKey: true, key: 'K' }, 'commands'],
  ['both at once', { ...bare, ctrlKey: true, metaKey: true, key: 'k' }, undefined],
  [
    'Ctrl Shift K, which is the browser’s',
    { ...bare, ctrlKey: true, shiftKey: true, key: 'K' },
    undefined,
  ],
  ['k alone', { ...bare, key: 'k' }, undefined],
  ['/', { ...bare, key: '/' }, 'commands'],
  ['?', { ...bare, shiftKey: true, key: '?' }, 'shortcuts'],
  ['Alt ?, a letter of some keyboards', { ...bare, altKey: true, key: '?' }, undefined],
  ['Ctrl /', { ...bare, ctrlKey: true, key: '/' }, undefined],
])('%s is parsed as its command', (_keys, pressed, kind) =>
  expect(parseShortcut(pressed, true)).toBe(kind),
);

test('without single keys only the shortcut with a modifier remains', () => {
  expect(parseShortcut({ ...bare, key: '?' }, false)).toBeUndefined();
  expect(parseShortcut({ ...bare, key: '/' }, false)).toBeUndefined();
  expect(parseShortcut({ ...bare, ctrlKey: true, key: 'k' }, false)).toBe('commands');
});

test.each([
  ['j', '', 'j'],
  ['k', 'j', 'k'],
  ['e', 'g', 'place'],
  // A page that begins with j would come before the rows.
  ['j', 'g', 'place'],
  ['e', '', undefined],
  ['g', '', undefined],
])('%s after "%s" is the move %s', (key, previous, move) =>
  expect(parseMove({ ...bare, key }, previous)).toBe(move),
);

test('keys with a modifier do not move', () => {
  expect(parseMove({ ...bare, ctrlKey: true, key: 'j' }, '')).toBeUndefined();
  expect(parseMove({ ...bare, shiftKey: true, key: 'e' }, 'g')).toBeUndefined();
});
