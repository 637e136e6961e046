import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { WeekEvents } from './week-events.ts';
import { hourRem } from './week-geometry.ts';

/** Shown at the top unless an event of the early morning starts before; nights are scrolled to. */
const startHour = 8;
const earliestHour = 5;
const maxLanes = 3;

/**
 * Scrolls to the morning, or to the first event if it is earlier, until the member has scrolled. Returns
 * the number of lanes above the hours.
 */
export function useScrollStart(
  area: RefObject<HTMLElement | null>,
  week: WeekEvents,
  isLoaded: boolean,
): number {
  /** Where this hook has scrolled to; undefined before. */
  const scrolled = useRef<number>(undefined);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const isUntouched = scrolled.current === undefined || scrolled.current === element.scrollTop;
    if (!isUntouched || (scrolled.current !== undefined && !isLoaded)) return;
    const starts = [...week.segments.values()]
      .flat()
      .map(({ from }) => from)
      .filter((from) => from >= earliestHour * 60);
    const hour = Math.floor(Math.min(startHour * 60, ...starts) / 60);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // The label of the hour is on its line.
    element.scrollTo(0, (hour * hourRem - 0.75) * rem);
    scrolled.current = element.scrollTop;
  }, [area, week, isLoaded]);
  return countLanes(week);
}

/** The lanes of bars, and one for what has no room. */
export function countLanes({ bars }: Pick<WeekEvents, 'bars'>): number {
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
  return Math.min(lanes, maxLanes + 1);
}
