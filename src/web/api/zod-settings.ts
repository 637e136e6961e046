/**
 * Must be imported before any schema is created. The content security policy forbids `eval`, which zod
 * would otherwise try. Contracts and forms have their own messages; this one is for values that no user
 * input can produce.
 */
import * as z from 'zod/mini';

z.config({ jitless: true, localeError: () => 'Invalid value' });
