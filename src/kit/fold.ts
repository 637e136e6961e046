/** Letters without case and accents, for searches. The same as the database's `folded`, which a test compares. */

/** What is no letter with a mark, but is typed without it. By hand, because SQL needs the same few. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** `Łukasz O’Weiß` is `lukasz o'weiss`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(special, (letter) => plain[letter] ?? letter)
    .replaceAll(/[‘’ʻʼ´`′]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, '-');
}
