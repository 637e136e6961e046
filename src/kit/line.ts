/** Apart from text.ts, because most calls of the first view have no names in what they send. */
import * as z from 'zod/mini';

/** Line breaks, escapes and other control characters, also those of Unicode. */
const controls = /[\p{Cc}\u2028\u2029]/u;
/** Something to see: no space, format character, filler or blank. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a text leaves the direction of what follows it alone: every embedding and isolate is closed.
 * Overrides, which show letters in reverse, have no use in a line and are refused.
 */
function hasBalancedDirections(line: string): boolean {
  const open: string[] = [];
  for (const [mark] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    if (mark === '\u202d' || mark === '\u202e') return false;
    if (mark === '\u202c' || mark === '\u2069') {
      if (open.pop() !== mark) return false;
    } else open.push(mark < '\u2066' ? '\u202c' : '\u2069');
  }
  return open.length === 0;
}

const turnsAround = 'Must not contain characters that turn the text around';
const mustBeVisible = 'Must have a visible character';

/** As `lineRules`, for what may have several lines. */
export const textRules = [
  z.normalize('NFC'),
  z.refine<string>(
    (text) => !controls.test(text.replaceAll(/[\t\n\r]/g, '')),
    'Must not contain control characters',
  ),
  z.refine<string>(hasBalancedDirections, turnsAround),
  z.refine<string>((text) => text === '' || visible.test(text), mustBeVisible),
] as const;

/**
 * The one rule of names and other lines: composed, without control characters, not turning what stands
 * beside it, and visible unless empty. After `trim` and the limit of its length.
 */
export const lineRules = [
  z.normalize('NFC'),
  z.refine<string>((line) => !controls.test(line), 'Must be one line'),
  z.refine<string>(hasBalancedDirections, turnsAround),
  z.refine<string>((line) => line === '' || visible.test(line), mustBeVisible),
  z.overwrite<string>(clean),
] as const;

/**
 * As it looks: what is copied from a page has other spaces than a keyboard, and marks where a word may break, with
 * which no search finds it.
 */
function clean(line: string): string {
  return line
    .replaceAll(/[\u00ad\u200b\u2060]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Makes a line of what was written elsewhere, such as in a file; empty if nothing is visible. */
export function toLine(foreign: string): string {
  return clean(toText(foreign).replaceAll(/[\t\n]/g, ' '));
}

/** As `toLine`, for what may have several lines. */
export function toText(foreign: string): string {
  const text = foreign
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
  return visible.test(text) ? text.trim() : '';
}
