/**
 * Values that a member keeps only in this browser (such as a chosen view), cleared on signing out. If storage
 * is disabled or full, they last as long as the page.
 */
const prefix = 'hub.';

export function readPersonal(key: string): string | undefined {
  return read(prefix + key);
}

export function writePersonal(key: string, value: string): void {
  write(prefix + key, value);
}

/**
 * On signing out the server has the browser clear its storage. The theme belongs to the device and
 * not to the member, so it is restored.
 */
export async function preserveTheme(work: () => Promise<unknown>): Promise<void> {
  const theme = read('theme');
  await work();
  if (theme !== undefined) write('theme', theme);
}

export function clearPersonal(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is disabled or full: the value is lost on reload.
  }
}
