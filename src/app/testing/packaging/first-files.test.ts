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

const screens = readScreens();

/** The named files of a screen. */
const filesOf = (path: string, names: RegExp) =>
  screens[path]?.code.filter((file) => names.test(file)) ?? [];

test('no screen brings what only overlays need, which is half as much again', () => {
  const bringing = Object.keys(screens).flatMap((path) =>
    filesOf(path, /\/(?:overlays|dialogs)-/).map((file) => `${path}: ${file}`),
  );
  expect(bringing).toEqual([]);
  // Settings once did, for one function that fields and dialogs shared.
  expect(filesOf('/settings', /\/fields-/)).toHaveLength(1);
});

test('forms before sign-in bring none of what screens and their fields share, which is twice as much again', () => {
  for (const path of ['/join', '/reset', '/set-up']) {
    expect(filesOf(path, /\/forms-/)).toHaveLength(1);
    expect(filesOf(path, /\/(?:shared|fields|home)-/)).toEqual([]);
  }
});
