import { expect, test } from 'vitest';
import { formatCsv } from './csv.ts';

const cell = (text: string) => formatCsv([[text]]).slice(1, -2);

test('cells are joined by commas and rows by line breaks, after a byte order mark', () => {
  expect(
    formatCsv([
      ['a', 'b'],
      ['', '1'],
    ]),
  ).toBe('\ufeffa,b\r\n,1\r\n');
});

test('cells with delimiters are quoted', () => {
  expect(cell('Chen, Maya')).toBe('"Chen, Maya"');
  expect(cell('the "best"')).toBe('"the ""best"""');
  expect(cell('two\nlines')).toBe('"two\nlines"');
  expect(cell(' apart ')).toBe('" apart "');
  expect(cell('a;b')).toBe('"a;b"');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\u200b=1', '＝1+1', '\0=1'])(
  'what a spreadsheet would run is text: %j',
  (formula) => {
    expect(cell(formula).replace(/^"/, '')[0]).toBe("'");
  },
);

test.each([
  [';=1+1;x', `";'=1+1;x"`],
  ["x;=cmd|'/C calc'!A0;", `"x;'=cmd|'/C calc'!A0;"`],
  ['x;  @SUM(A1)', `"x;'  @SUM(A1)"`],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['x\t=1', `"x\t'=1"`],
  ['x|＝1', `"x|'＝1"`],
  ['x\n=1', `"x\n'=1"`],
  ['a;b;-5.00', `"a;b;'-5.00"`],
])('what begins a cell where another separator is in use is text, too: %j', (text, safe) => {
  expect(cell(text)).toBe(safe);
});

test('other cells stay unchanged', () => {
  for (const text of ['a=b', 'Maya', '2026-11-20T18:00:00.000Z', "O'Neill", '3', '-63.95', '']) {
    expect(cell(text)).toBe(text);
  }
});
