import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
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

test('apostrophes are exactly where the pattern that defines them puts them', {
  tags: ['all'],
}, () => {
  const beginsLikeFormula = /(^|[;|\t\r\n])(?=["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/gu;
  const byPattern = (text: string) => text.replaceAll(beginsLikeFormula, "$1'");
  const unquoted = (text: string) =>
    /^".*"$/s.test(cell(text)) ? cell(text).slice(1, -1).replaceAll('""', '"') : cell(text);
  // An astral format character and its halves are among the blanks and what ends them.
  const units = [
    ...'=+-@＝＋－＠;|\t\r\n "\'\0\u200b\ufeff\u2028ax0.',
    '\u{e0001}',
    '\udb40',
    '\udc01',
  ];
  const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 8 })), (text) => {
      fc.pre(!/^-\d+\.\d\d$/.test(text));
      expect(unquoted(text)).toBe(byPattern(text));
    }),
    {
      numRuns: scaleRuns(2_000),
      examples: ['\r=', '\t-', '\n\tx', ';;=', '\t\t=', '\n="', ''].map((each) => [each]),
    },
  );
});

test.each([
  ['\n', 'x-'],
  ['\t', 'x'],
  ['\r\n', '=1'],
  ['"\n', 'x-'],
])('the time for a cell grows with its length, also if it is %j over and over', (unit, end) => {
  const text = unit.repeat(50_000) + end;
  const before = performance.now();
  formatCsv([[text]]);
  expect(performance.now() - before).toBeLessThan(2_000);
});
