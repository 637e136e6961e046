import { laneRem, numberRem } from '../week-bars.ts';

/** The rows of a month: their height in pixels, and how many chips fit above '+N more'. */
export type MonthRows = { readonly height: number; readonly maxChips: number };

const weeks = 6;
/** The number of the day above the chips, and '+N more', a gap and the line below them. */
const otherRem = numberRem + 1.6875;
/** A row is not lower than one chip needs, and not higher than is pleasant to look at. */
const minRem = otherRem + laneRem;
const maxRem = 9.125;

/** Shares what the window has for a month among its weeks, in whole pixels, so that the lines are sharp. */
export function fitRows(room: number, rem: number): MonthRows {
  const fitting = Math.min(Math.floor(room / weeks), Math.floor(maxRem * rem));
  const height = Math.max(fitting, Math.ceil(minRem * rem));
  return { height, maxChips: Math.floor((height / rem - otherRem) / laneRem) };
}
