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
  '⁄': '/',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Accents, and marks that nobody sees; but not those that join letters or keep them apart. */
const unseen =
  /[\u0300-\u036f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/**
 * `Łukasz O’Weiß` is `lukasz o'weiss`, and what looks like plain letters is them: of full width, ligatures, other
 * spaces. Marks of other scripts than ours are vowels or other letters, and stay.
 */
export function fold(text: string): string {
  return (
    text
      // By its form, it is a blank with a mark.
      .replaceAll('´', "'")
      .normalize('NFKD')
      .replaceAll(unseen, '')
      .toLowerCase()
      .replaceAll(special, (letter) => plain[letter] ?? letter)
      .replaceAll(/[‘’‚‛‹›ʻʼ`′]/g, "'")
      .replaceAll(/[“”„‟«»]/g, '"')
      .replaceAll(/[‐‑‒–—−]/g, '-')
  );
}
