/** Whether every typed word starts a word of the name, ignoring case and accents. */
export function matches(name: string, typed: string): boolean {
  const words = splitWords(name);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function splitWords(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
}
