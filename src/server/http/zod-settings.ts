/** For what is refused without words of our contracts: zod's own, which it brings along only when asked. */
import * as z from 'zod/mini';

z.config(z.locales.en());
