/** What every item of news says; each feature declares its items in its `news/contract.ts`. */
import * as z from 'zod/mini';
import { instant } from './day.ts';

/** `by`: who did it; null if the server did, such as making a recurring expense. */
export const happened = { at: instant, by: z.nullable(z.string()) };
