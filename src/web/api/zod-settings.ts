/**
 * Imported before anything that makes a schema. The content security policy forbids `eval`, which
 * zod would otherwise try and the browser report. What is to be read has its own words in the
 * contracts and forms; these are for what no person's doing can bring about.
 */
import * as z from 'zod/mini';

z.config({ jitless: true, localeError: () => 'Invalid value' });
