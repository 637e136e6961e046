import * as z from 'zod/mini';
import { type Day, day } from '../day.ts';

/** Days that the database and instants can represent in every zone. */
export const withinReach = (value: string) => value >= '1900' && value < '9999';
export const reachable = 'Must be between the years 1900 and 9998';
export const calendarDay = day.check(z.refine(withinReach, reachable));

/** The last day a rule may refer to. */
export const lastDay: Day = '9998-12-31';
