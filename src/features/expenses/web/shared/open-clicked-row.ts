import type { MouseEvent, PointerEvent } from 'react';

/** Marks the button of a row, which a click anywhere in the row presses. */
export const opensRow = { 'data-opens-row': '' };

/**
 * Opens the row that was clicked, as its title does, which keyboards and screen readers use. For the
 * element around all rows. Not an overlay of the title: text under one cannot be selected, and older
 * versions of Safari would lay it over the whole table, because a row does not contain it there.
 */
export const rowsThatOpen = { onPointerDown: notePress, onClick: openClickedRow };

/** Whether the press only closes a menu. */
let closesMenu = false;

function notePress({ currentTarget }: PointerEvent): void {
  closesMenu = currentTarget.ownerDocument.querySelector(':popover-open') !== null;
}

function openClickedRow({ target, currentTarget }: MouseEvent): void {
  // React also passes on what is clicked in a menu, which is elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (closesMenu || target.closest('a, button, input, select, label')) return;
  // Selecting text ends with a click.
  if (getSelection()?.isCollapsed === false) return;
  const title = target.closest('tr, li')?.querySelector<HTMLElement>('[data-opens-row]');
  // The focus returns to the title when what it opened is closed.
  title?.focus({ preventScroll: true });
  title?.click();
}
