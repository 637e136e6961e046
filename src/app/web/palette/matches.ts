import { fold } from '#kit/fold.ts';
/** Whether every typed word starts a word of the name, ignoring case and accents. */
export function matches(name: string, typed: string): boolean {
  const words = splitWords(name);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

/** Of questions; they say nothing about what is looked for. */
const smallWords = new Set(
  'a an and are can do does for get how i in is it me my of on see the to we what when where which who with'.split(
    ' ',
  ),
);

/** What was typed without the small words of a question, unless there is nothing else. */
export function dropSmallWords(typed: string): string {
  const words = splitWords(typed);
  const others = words.filter((word) => !smallWords.has(word));
  return others.length > 0 && others.length < words.length ? others.join(' ') : typed;
}

function splitWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .filter(Boolean);
}
