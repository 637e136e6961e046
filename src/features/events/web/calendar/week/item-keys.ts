import type { KeyboardEvent } from 'react';
import { findNextItem } from '../day-keys.ts';

/**
 * Moves the focus between a slot and the events of its day: F2 moves to the first event at its hour,
 * arrows move between the events of the day, and F2 or Escape moves back. Returns whether it handled the
 * key.
 */
export function handleItemKey(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const cell = target.closest<HTMLElement>('[role=gridcell]');
  const slot = cell?.querySelector<HTMLElement>('[data-slot]');
  const grid = cell?.closest('[role=grid]');
  if (!slot || !grid) return false;
  const [day = '', hour = ''] = slot.dataset['slot']?.split(' ') ?? [];
  const items = findItems(grid, day);
  const next =
    target === slot
      ? event.key === 'F2' && findItems(grid, day, hour)[0]
      : findNextItem(event.key, slot, items, items.indexOf(target));
  if (!next) return false;
  event.preventDefault();
  // Escape should not also close the panel.
  event.stopPropagation();
  next.focus();
  return true;
}

function findItems(grid: Element, day: string, hour?: string): HTMLElement[] {
  const at =
    hour === undefined ? '' : hour === 'day' ? ':not([data-hours])' : `[data-hours~="${hour}"]`;
  return [...grid.querySelectorAll<HTMLElement>(`[data-days~="${day}"]${at} [data-in-day]`)];
}
