import { fold } from '#kit/fold.ts';
/** Whether every word of the query starts a word of the label: 'al di' matches 'Diego Álvarez'. */
export function matchesWords(label: string, query: string): boolean {
  return startWords(splitWords(label), splitWords(query));
}

/**
 * The options that match: those typed in full first, then those with more whole words of the query, so that 'wei'
 * finds Wei Chen before Daniel Weiss; otherwise in their order.
 */
export function findMatches<Option extends { label: string }>(
  options: readonly Option[],
  query: string,
): Option[] {
  if (query.trim() === '') return [...options];
  const parts = splitWords(query);
  // A full stop or a dash is nobody's name.
  if (parts.length === 0) return [];
  const rank = (label: string, words: readonly string[]) =>
    isInFull(label, query) ? parts.length + 1 : parts.filter((part) => words.includes(part)).length;
  return options
    .map((option) => ({ option, words: splitWords(option.label) }))
    .filter(({ words }) => startWords(words, parts))
    .map(({ option, words }) => ({ option, rank: rank(option.label, words) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ option }) => option);
}

/** Whether the text has all words of the label, but for a note in parentheses: 'maya chen' is 'Maya Chen (you)'. */
export function isInFull(label: string, text: string): boolean {
  const typed = splitWords(text).join(' ');
  return [label, label.replace(/\s*\([^()]*\)$/u, '')].some(
    (each) => splitWords(each).join(' ') === typed,
  );
}

const startWords = (words: readonly string[], parts: readonly string[]) =>
  parts.every((part) => words.some((word) => word.startsWith(part)));

/** Without accents, so that 'zoe' matches 'Zoë'. */
function splitWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
