import { expect, test } from 'vitest';
import { splitLinks } from '../web/panel/split-links.ts';
import { htmlToText, isHtml } from './html-to-text.ts';

test.each([
  [
    '<p>Agenda</p><a href="https://example.org/x?a=1&amp;b=2">Join</a>',
    'Agenda\n\nJoin (https://example.org/x?a=1&b=2)',
  ],
  ['<a href="https://example.org/">example.org</a>', 'https://example.org/'],
  ["<a class=x href='https://example.org/a b'> Here </a>!", 'Here (https://example.org/a%20b)!'],
  ['<a href=mailto:ana@example.org>ana@example.org</a>', 'ana@example.org'],
  ['<a href="mailto:ana@example.org">Ana</a>', 'Ana (ana@example.org)'],
  ['<a href="javascript:alert(1)">Ana</a> <a href="/x">Ben</a>', 'Ana Ben'],
  [
    '<a href="https://example.org/b.png"><img src="b.png" alt="Map"></a>',
    'Map (https://example.org/b.png)',
  ],
  ['One<br>two<br/>three', 'One\ntwo\nthree'],
  ['<ul><li>One</li><li>two</li></ul>', '- One\n- two'],
  ['<b>Bold</b>\nline &lt;b&gt;', 'Bold\nline <b>'],
  ['<div>One\n two</div>\n<div>three</div>', 'One two\nthree'],
  [
    'Dues<br>\n<ul><li>Gala</li></ul>\n\nJoin:\n 619 555 0142',
    'Dues\n\n- Gala\n\nJoin:\n619 555 0142',
  ],
  ['One<br>\ntwo<hr>three', 'One\ntwo\nthree'],
  ['<table><tr><td>6 PM</td><td>Doors</td></tr><tr><td>7 PM</td></tr></table>', '6 PM Doors\n7 PM'],
  [
    '<html><head><title>T</title><style>p { color: red }</style></head><body><!-- > -->x</body></html>',
    'x',
  ],
  [
    'Gr&uuml;&szlig;e &#8211; &#x20AC;5 &#150; &unknown; &AMP &eacute;',
    'Grüße – €5 – &unknown; &AMP é',
  ],
  ['<p title="a > b">x</p> 3 < 4 and 5 > 4', 'x\n\n3 < 4 and 5 > 4'],
  ['<p>never ends <a href="https://example.org/', 'never ends <a href="https://example.org/'],
  ['<script>x', ''],
  [
    'Join<https://example.org/x><br>Ana <ana@example.org> <mailto:ben@example.org>',
    'Join<https://example.org/x>\nAna <ana@example.org> <mailto:ben@example.org>',
  ],
  ['<p><![if !supportLists]>· <![endif]><o:p>Item</o:p></p>', '· Item'],
])('%j is %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('a link is still one link, with its brackets', () => {
  const text = htmlToText('<p><a href="https://example.org/a_(b)">See</a>.</p>');
  expect(splitLinks(text).filter(({ isLink }) => isLink)).toEqual([
    { text: 'https://example.org/a_(b)', isLink: true },
  ]);
});

test.each([
  ['<p>Agenda', true],
  ['a<br>b', true],
  ['<a href="https://example.org">x</a>', true],
  ['<B>x</B>', true],
  ['<html-blob>x</html-blob>', true],
  ['See <https://example.org/a>', false],
  ['a <b and c> d', false],
  ['Ana <ana@example.org>', false],
  ['AT&amp;T', false],
])('%j is HTML: %j', (text, expected) => {
  expect(isHtml(text)).toBe(expected);
});

test('what never ends is read in one pass', () => {
  for (const part of [
    '<a href="',
    '<!--',
    '<',
    '<a b="',
    '<script>',
    '&#',
    '<a href="x" ',
    '<div> ',
    '<style></style>',
  ]) {
    const begun = performance.now();
    htmlToText(part.repeat(20_000 / part.length));
    htmlToText(`${part.repeat(20_000 / part.length)}>`);
    expect(performance.now() - begun).toBeLessThan(500);
  }
});
