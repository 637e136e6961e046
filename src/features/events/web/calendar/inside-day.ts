import type { KeyboardEvent } from 'react';
import { type Day, isDay } from '#kit/day.ts';

/**
 * The keys that lead from a day of a grid to what it holds, as the W3C has it for cells with several
 * things inside: F2 goes to the first, the arrows go on from there, F2 and Escape come back. Whether
 * the key was one of them.
 */
export function goInside(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const cell = target.closest('td');
  const day = cell?.querySelector<HTMLElement>('[data-day]');
  if (!cell || !day) return false;
  const held = [...cell.querySelectorAll<HTMLElement>('[data-in-day]')];
  const next = nextAfter(event.key, day, held, held.indexOf(target));
  if (!next) return false;
  event.preventDefault();
  // Escape leaves the day's events, and not also the panel beside them.
  event.stopPropagation();
  next.focus();
  return true;
}

/** `at`: which of what is held has the focus; −1 for the day itself. */
function nextAfter(key: string, day: HTMLElement, held: readonly HTMLElement[], at: number) {
  if (at < 0) return key === 'F2' ? held[0] : undefined;
  switch (key) {
    case 'ArrowDown':
      return held[at + 1] ?? held[at];
    case 'ArrowUp':
      return held[at - 1] ?? day;
    case 'Home':
      return held[0];
    case 'End':
      return held.at(-1);
    case 'F2':
    case 'Escape':
      return day;
    default:
      return undefined;
  }
}

/** The day of the grid that a press happened on. */
export function dayOfTarget(event: KeyboardEvent): Day | undefined {
  const cell = (event.target as HTMLElement).closest('td');
  return dayOfElement(cell?.querySelector<HTMLElement>('[data-day]'));
}

/** The day that something in the grid says it is of. */
export function dayOfElement(element: HTMLElement | null | undefined): Day | undefined {
  const said = element?.dataset['day'];
  return said !== undefined && isDay(said) ? said : undefined;
}
