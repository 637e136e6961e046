import type { Day } from '#kit/day.ts';

/** The hours that an event has on a day, in minutes after midnight. */
type Segment = { readonly from: number; readonly to: number };

/** Shown at the top if no event says where to begin; nights are scrolled to. */
const usualHour = 8;
const earliestStart = 5 * 60;

/**
 * The hour to show at the top. If today is shown: the one before now or before the event that goes on, or,
 * if today's next event would be below the fold, the one from which it is just visible. Otherwise the one
 * before the earliest event of the days.
 */
export function findScrollStart(
  segments: ReadonlyMap<Day, readonly Segment[]>,
  {
    today,
    now,
    visibleMinutes,
  }: {
    readonly today: Day;
    /** In minutes after midnight. */
    readonly now: number;
    readonly visibleMinutes: number;
  },
): number {
  const ofToday = segments.get(today);
  if (ofToday) {
    const [next] = ofToday.filter(({ to }) => to > now).sort((one, other) => one.from - other.from);
    const hour = hourBefore(Math.min(now, next?.from ?? now));
    if (next === undefined) return hour;
    const visibleFrom = Math.ceil((next.to - visibleMinutes) / 60);
    return Math.min(Math.max(hour, visibleFrom), hourBefore(next.from));
  }
  const starts = [...segments.values()]
    .flat()
    .map(({ from }) => from)
    .filter((from) => from >= earliestStart);
  return starts.length === 0 ? usualHour : hourBefore(Math.min(...starts));
}

const hourBefore = (minute: number): number => Math.max(Math.floor(minute / 60) - 1, 0);
