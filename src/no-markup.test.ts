import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = import.meta.dirname;
/** Every way to make markup or a program of a text. */
const ways =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc|\beval\(|new Function\(|DOMParser|setHTMLUnsafe/;

test('no screen makes markup or a program of a text: what members write is shown and never run', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((path) => ways.test(readFileSync(join(source, path), 'utf8')));
  expect(found).toEqual([]);
});
