/** The files that a page loads with a screen, as the build wrote them into it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';

type Screens = Record<string, { readonly code: readonly string[] }>;

function readScreens(): Screens {
  const page = readFileSync(join(installationRoot, 'dist', 'index.html'), 'utf8');
  const [, written = ''] = /data-prefetches='([^']*)'/.exec(page) ?? [];
  return JSON.parse(written.replaceAll('&amp;', '&')).screens;
}

test('no screen brings what only overlays need, which is half as much again', () => {
  const screens = readScreens();
  const bringing = Object.entries(screens).flatMap(([path, { code }]) =>
    code.filter((file) => /\/(?:overlays|dialogs)-/.test(file)).map((file) => `${path}: ${file}`),
  );
  expect(bringing).toEqual([]);
  // Forms before sign-in and in settings once did, for one function that fields and dialogs shared.
  for (const path of ['/join', '/reset', '/set-up', '/settings']) {
    expect(screens[path]?.code.some((file) => file.includes('/fields-'))).toBe(true);
  }
});
