/**
 * Imported before anything that makes a schema: the content security policy forbids `eval`, which
 * zod would otherwise try and the browser report.
 */
import * as z from 'zod';

z.config({ jitless: true });
