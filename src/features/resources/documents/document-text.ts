/**
 * Words of a document's text, as a search compares them: whatever case, whatever accents. Also in the browser,
 * which marks them, and in the process that reads documents.
 */
import { fold } from '#kit/fold.ts';

/** Of one document: some 70 pages. */
export const maxTextLength = 200_000;
/** A search takes so many words of what was typed. */
export const maxSearchWords = 10;
const maxWordLength = 64;

/** One line that shows nothing but itself: no control characters, none that turn the direction of others. */
export function toPlainText(raw: string): string {
  return (
    raw
      // Divided at the end of a line.
      .replaceAll(/(\p{L})[-\u2010\u00ad]\r?\n(?=\p{Ll})/gu, '$1')
      .toWellFormed()
      .normalize('NFKC')
      // Accents without a letter that has them; others stay.
      .replaceAll(/[\p{Cf}\u0300-\u036f\ufffd]/gu, '')
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim()
  );
}

const letter = /[\p{L}\p{N}\p{M}]/u;

/** As many characters as the text: a letter without accent and case, or a blank. */
export function foldText(plain: string): string {
  return Array.from(plain, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  if (!letter.test(character)) return ' ';
  const [first = character, ...more] = fold(character).replaceAll(/\p{M}/gu, '');
  if (more.length > 0) return character;
  return letter.test(first) ? first : ' ';
}

/** Written without blanks between words, so that any two letters beside each other are taken for one. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export const isUnspaced = (word: string) => unspaced.test(word);

const splitFolded = (folded: string) => folded.split(' ').filter(Boolean);

function listPairs(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((second, place) => `${letters[place]}${second}`);
}

const cut = (word: string) => [...word].slice(0, maxWordLength).join('');

/** The words by which a folded text is found, each once; as many as fit. */
export function listTextWords(folded: string, maxLength = maxTextLength): string[] {
  const words = new Set<string>();
  let length = 0;
  for (const part of splitFolded(folded)) {
    const found = isUnspaced(part) ? [...part, ...listPairs(part)] : [cut(part)];
    for (const word of found) {
      if (words.has(word)) continue;
      length += word.length;
      if (length > maxLength) return [...words];
      words.add(word);
    }
  }
  return [...words];
}

/** A word that a search looks for, which may be the beginning of one. */
export type SearchWord = { readonly word: string; readonly isBeginning: boolean };

/** Every one of them must be in a text; none if nothing that was typed is a word. */
export function listSearchWords(typed: string): SearchWord[] {
  const words = splitTyped(typed).flatMap((part): SearchWord[] => {
    if (!isUnspaced(part)) return [{ word: cut(part), isBeginning: [...part].length > 1 }];
    const pairs = listPairs(part);
    return (pairs.length > 0 ? pairs : [part]).map((word) => ({ word, isBeginning: false }));
  });
  const byWord = new Map(words.map((each) => [each.word, each]));
  return [...byWord.values()].slice(0, maxSearchWords);
}

const splitTyped = (typed: string) => splitFolded(foldText(toPlainText(typed)));

export type MarkedText = readonly { readonly text: string; readonly isFound: boolean }[];

/** A text in pieces: the words that were typed, or that begin so, and what is between them. */
export function markWords(text: string, typed: string): MarkedText {
  const sought = splitTyped(typed);
  // One for each character, so that a place in one is the same in the other.
  const folded = Array.from(text, foldCharacter);
  const isFound = folded.map(() => false);
  for (let at = 0; at < folded.length; at += 1) {
    for (const word of sought) {
      const letters = [...word];
      const isStart = isUnspaced(word) || at === 0 || folded[at - 1] === ' ';
      if (isStart && letters.every((each, place) => folded[at + place] === each)) {
        isFound.fill(true, at, at + letters.length);
      }
    }
  }
  const pieces: { text: string; isFound: boolean }[] = [];
  for (const [place, character] of Array.from(text).entries()) {
    const last = pieces.at(-1);
    if (last && last.isFound === isFound[place]) last.text += character;
    else pieces.push({ text: character, isFound: isFound[place] ?? false });
  }
  return pieces;
}

/** Of an excerpt, and of what is before the word that was found. */
export const excerptLength = 180;
export const excerptLead = 50;

/** Part of a text without the words that it cuts in two; `…` where there is more. */
export function toExcerpt(
  part: string,
  cuts: { readonly isStart: boolean; readonly isEnd: boolean },
): string {
  const from = cuts.isStart ? part : part.replace(/^\S{0,30}\s/u, '… ');
  return cuts.isEnd ? from : `${from.replace(/\s\S{0,30}$/u, '')} …`;
}
