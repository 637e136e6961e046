/** The keys that move: `g` and a letter to a page, `j` and `k` through the rows of a screen. */
import type { Place } from '#web/area.ts';
import type { Pressed } from './keys.ts';

/** `j` and `k` move through rows; a key after `g` goes to a place. */
export function parseMove(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed,
  previousKey: string,
): 'j' | 'k' | 'place' | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (previousKey === 'g') return 'place';
  return key === 'j' || key === 'k' ? key : undefined;
}

/** Moves through rows, or finds the page to go to; any other key does nothing. */
export function move(
  pressed: Pressed,
  previousKey: string,
  places: Parameters<typeof findPlace>[1],
): Place | undefined {
  const parsed = parseMove(pressed, previousKey);
  if (parsed === 'place') return findPlace(pressed.key, places);
  if (parsed) moveToRow(parsed, document.activeElement);
  return undefined;
}

/** The page of the navigation that begins with the letter. */
export function findPlace(
  letter: string,
  places: readonly { readonly label: string; readonly to: Place }[],
): Place | undefined {
  return places.find(({ label }) => label[0]?.toLowerCase() === letter)?.to;
}

/** The innermost rows; a row of a table may contain lists. */
const rows = ':is(tbody tr, li:not(tr li, :has(li)))';

/**
 * Focuses the first control of the next or previous row; without a focused row, of the first one. Where a
 * screen has a list of records, its rows alone are gone through, not those of cards above it.
 */
export function moveToRow(key: 'j' | 'k', from: Element | null): void {
  const records = listControls(`main [data-records] ${rows}`);
  const controls = records.length > 0 ? records : listControls(`main ${rows}`);
  const row = from?.closest(rows);
  const current = controls.findIndex((control) => row?.contains(control));
  const next = current < 0 ? controls[0] : controls[current + (key === 'j' ? 1 : -1)];
  next?.focus();
}

function listControls(selector: string): HTMLElement[] {
  return [...document.querySelectorAll(selector)]
    .map((row) => row.querySelector<HTMLElement>('a[href], button:enabled'))
    .filter((control) => control !== null)
    .filter((control) => control.checkVisibility());
}
