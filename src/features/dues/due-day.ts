import { type Day, toDay } from '#kit/day.ts';
import { maxYearsAhead } from './contract.ts';

/** The last day that may be given as a due day. */
export function lastDueDay(today: Day): Day {
  return toDay(Temporal.PlainDate.from(today).add({ years: maxYearsAhead }));
}
