import * as z from 'zod/mini';
import { type Day, day } from '../day.ts';

/** What the database and an instant can hold in every zone. */
export const withinReach = (value: string) => value >= '1900' && value < '9999';
export const reachable = 'Must be between the years 1900 and 9998';
export const calendarDay = day.check(z.refine(withinReach, reachable));

/** The last day that a rule may name. */
export const lastDay: Day = '9998-12-31';
