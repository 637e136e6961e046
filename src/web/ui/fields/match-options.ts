/** Whether every word of the query starts a word of the label: 'al di' matches 'Diego Álvarez'. */
export function matchesWords(label: string, query: string): boolean {
  const words = splitWords(label);
  return splitWords(query).every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * The options that match, in their order; those that have a word of the query in full come first, so that
 * 'wei' finds Wei Chen before Daniel Weiss.
 */
export function findMatches<Option extends { label: string }>(
  options: readonly Option[],
  query: string,
): Option[] {
  const parts = splitWords(query);
  const countWhole = ({ label }: Option) => {
    const words = splitWords(label);
    return parts.filter((part) => words.includes(part)).length;
  };
  return options
    .filter(({ label }) => matchesWords(label, query))
    .map((option) => ({ option, whole: countWhole(option) }))
    .sort((one, other) => other.whole - one.whole)
    .map(({ option }) => option);
}

/** Whether both are the same words, whatever their accents and capitals. */
export const isSameText = (one: string, other: string): boolean =>
  splitWords(one).join(' ') === splitWords(other).join(' ');

/** Without accents, so that 'zoe' matches 'Zoë'. */
function splitWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
