/**
 * What a person keeps in this browser (the bank balance): not the server's, gone on signing out.
 * Storage may be switched off or full; then it lasts as long as the page.
 */
const prefix = 'hub.';

export function readPersonal(key: string): string | undefined {
  return read(prefix + key);
}

export function writePersonal(key: string, value: string): void {
  write(prefix + key, value);
}

/**
 * Signing out makes the browser clear all that the hub stored, by the server's word; how the hub
 * looks belongs to the device and not to the person, and stays.
 */
export async function keepingTheme(work: () => Promise<unknown>): Promise<void> {
  const theme = read('theme');
  await work();
  if (theme !== undefined) write('theme', theme);
}

export function forgetPersonal(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // There was nothing to keep.
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
    // Not kept across reloads, then.
  }
}
