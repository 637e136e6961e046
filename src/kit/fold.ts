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

/** `Łukasz O’Weiß` is `lukasz o'weiss`. Marks of other scripts than ours are vowels or other letters, and stay. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(special, (letter) => plain[letter] ?? letter)
    .replaceAll(/[‘’ʻʼ´`′]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, '-');
}
