import { expect, test } from 'vitest';
import { splitLinks } from './split-links.ts';

const linksIn = (text: string) =>
  splitLinks(text).flatMap((part) => (part.isLink ? [part.text] : []));

test('web addresses in a text are links, without the punctuation around them', () => {
  const document = 'https://hub.example/resources/documents?document=0190-ab';
  expect(splitLinks(`Read ${document}.\nThen come`)).toEqual([
    { text: 'Read ', isLink: false },
    { text: document, isLink: true },
    { text: '.\nThen come', isLink: false },
  ]);
  expect(linksIn(`(see ${document}), or <HTTP://a.example/b>!`)).toEqual([
    document,
    'HTTP://a.example/b',
  ]);
  expect(linksIn('（https://a.example/b）、«https://a.example/c»… https://a.example/d。')).toEqual([
    'https://a.example/b',
    'https://a.example/c',
    'https://a.example/d',
  ]);
  expect(linksIn('https://a.example/wiki/Port_(wine)')).toEqual([
    'https://a.example/wiki/Port_(wine)',
  ]);
});

test('what is no whole web address is text', () => {
  for (const text of [
    '',
    'a.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'xhttps://a.example',
    'https://',
    'https://...',
    'https://bank.example@evil.example/',
    'https://[',
  ]) {
    expect(linksIn(text)).toEqual([]);
    expect(splitLinks(text).map((part) => part.text)).toEqual(text === '' ? [] : [text]);
  }
});
