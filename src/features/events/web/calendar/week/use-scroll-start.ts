import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Day } from '#kit/day.ts';
import { laneRem } from '../week-bars.ts';
import { findScrollStart } from './find-scroll-start.ts';
import type { WeekEvents } from './week-events.ts';
import { hourRem } from './week-geometry.ts';

const maxLanes = 3;
/** The names of the days, and the lines around the lanes of whole days. */
const namesRem = 3.5;

/**
 * Scrolls once to the hours that matter, and again for other days until the member has scrolled. Returns the
 * height of what stays above the hours, in rem.
 */
export function useScrollStart(
  area: RefObject<HTMLElement | null>,
  week: WeekEvents,
  {
    firstDay,
    today,
    timeZone,
    isLoaded,
  }: {
    firstDay: Day;
    today: Day;
    timeZone: string;
    isLoaded: boolean;
  },
): number {
  /** Where this hook has scrolled to, and for what; undefined before. */
  const scrolled = useRef<{ top: number; firstDay: Day; isLoaded: boolean }>(undefined);
  const headRem = namesRem + countLanes(week) * laneRem;
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    if (scrolled.current !== undefined) {
      const isUntouched = scrolled.current.top === element.scrollTop;
      const isDone = scrolled.current.isLoaded && scrolled.current.firstDay === firstDay;
      if (!isUntouched || isDone || !isLoaded) return;
    }
    const root = getComputedStyle(document.documentElement);
    const rem = Number.parseFloat(root.fontSize);
    // A phone's bar is over the last hours.
    const bar = Number.parseFloat(root.scrollPaddingBottom) || 0;
    const { top, bottom } = element.getBoundingClientRect();
    const shownHeight = Math.min(bottom, innerHeight - bar) - top;
    const now = Temporal.Now.plainTimeISO(timeZone);
    const visibleRem = shownHeight / rem - headRem;
    const hour = findScrollStart(week.segments, {
      today,
      now: now.hour * 60 + now.minute,
      visibleMinutes: (visibleRem / hourRem) * 60,
    });
    // The label of the hour is on its line.
    element.scrollTo(0, (hour * hourRem - 0.75) * rem);
    scrolled.current = { top: element.scrollTop, firstDay, isLoaded };
  }, [area, week, headRem, firstDay, today, timeZone, isLoaded]);
  return headRem;
}

/** The lanes of bars, and one for what has no room; an empty one if there are none. */
export function countLanes({ bars }: Pick<WeekEvents, 'bars'>): number {
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1));
  return Math.min(lanes, maxLanes + 1);
}
