import type { KeyboardEvent } from 'react';
import { type Day, isDay } from '#kit/day.ts';

/**
 * Moves the focus between a day and its events, as in the W3C's grid pattern: F2 moves to the first
 * event, arrows move between events, and F2 or Escape moves back. Returns whether it handled the key.
 */
export function handleKeyInDay(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const cell = target.closest('td');
  const day = cell?.querySelector<HTMLElement>('[data-day]');
  if (!cell || !day) return false;
  const items = findItems(cell.closest('tr') ?? cell, day.dataset['day'] ?? '');
  const next = findNextItem(event.key, day, items, items.indexOf(target));
  if (!next) return false;
  event.preventDefault();
  // Escape should not also close the panel.
  event.stopPropagation();
  next.focus();
  return true;
}

/** The events that are on the day, which may have begun in an earlier cell. */
function findItems(row: Element, day: string): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(`[data-days~="${day}"] [data-in-day]`)];
}

/** `index` is that of the focused item; −1 for the day itself. Of the week, `day` is an hour. */
export function findNextItem<Item>(
  key: string,
  day: Item,
  items: readonly Item[],
  index: number,
): Item | undefined {
  if (index < 0) return key === 'F2' ? items[0] : undefined;
  switch (key) {
    case 'ArrowDown':
      return items[index + 1] ?? items[index];
    case 'ArrowUp':
      return items[index - 1] ?? day;
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    case 'F2':
    case 'Escape':
      return day;
    default:
      return undefined;
  }
}

/** The day in whose cell the key was pressed. */
export function findDayOfTarget(event: KeyboardEvent): Day | undefined {
  const cell = (event.target as HTMLElement).closest('td');
  return readDay(cell?.querySelector<HTMLElement>('[data-day]'));
}

/** The day in an element's `data-day`. */
export function readDay(element: HTMLElement | null | undefined): Day | undefined {
  const day = element?.dataset['day'];
  return day !== undefined && isDay(day) ? day : undefined;
}

/** The day whose cell is at a point of the window, also if a bar covers it. */
export function findDayAt(x: number, y: number): Day | undefined {
  const found = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset['day'] !== undefined);
  return readDay(found as HTMLElement | undefined);
}
