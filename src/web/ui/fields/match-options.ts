/** Whether every word of the query starts a word of the label: 'al di' matches 'Diego Álvarez'. */
export function matchesWords(label: string, query: string): boolean {
  const words = splitWords(label);
  return splitWords(query).every((part) => words.some((word) => word.startsWith(part)));
}

/** Without accents, so that 'zoe' matches 'Zoë'. */
function splitWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
