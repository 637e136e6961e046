import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The chosen theme and its setter; public/early.js applies it on 'hub:theme'. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hub:theme', onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener('hub:theme', onChange);
    removeEventListener('storage', onChange);
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
    // Storage is disabled: the system's theme stays.
  }
  dispatchEvent(new Event('hub:theme'));
}
