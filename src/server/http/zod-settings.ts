/** Zod's English messages, for refusals without a message of our own; not loaded by default. */
import * as z from 'zod/mini';

z.config(z.locales.en());
