import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** What the person chose, and a way to choose. public/theme.js does the applying. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

function subscribe(changed: () => void): () => void {
  addEventListener('hub:theme', changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener('hub:theme', changed);
    removeEventListener('storage', changed);
  };
}

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem('theme');
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function choose(choice: ThemeChoice): void {
  try {
    localStorage.setItem('theme', choice);
  } catch {
    // Storage is switched off: the system's theme stays.
  }
  dispatchEvent(new Event('hub:theme'));
}
