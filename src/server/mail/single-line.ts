/** Names within the lines and headers of a mail. */

const maxNameLength = 100;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Makes a name safe as part of a line: no line breaks or headers, nothing invisible that turns or splits
 * what stands beside it, and not so long that what follows goes unseen. Joiners stay: emoji and some
 * scripts are written with them. A name that is read from the right is isolated (U+2068, U+2069), or it
 * would take the words and figures beside it along.
 */
export function toSingleLine(name: string): string {
  const plain = name
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim();
  const letters = Array.from(plain);
  const short =
    letters.length <= maxNameLength ? plain : `${letters.slice(0, maxNameLength - 1).join('')}…`;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}
