/** Folders beside the code. The built server lies as deep as this one, in build/server. */
import { fileURLToPath } from 'node:url';

const placed = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const migrationsFolder = placed('migrations');
/** The browser app, as it is built. */
export const appFolder = placed('dist');
