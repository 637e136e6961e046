/**
 * What a person keeps in this browser (the bank balance): not the server's, gone on signing out.
 * Storage may be switched off or full; then it lasts as long as the page.
 */
const prefix = 'hub.';

export function readPersonal(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writePersonal(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Not kept across reloads, then.
  }
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
