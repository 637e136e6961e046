import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { firstReads as expenseReads } from './src/features/expenses/web/first-reads.ts';

/** Supported browsers in the bundler's notation: 'ios_saf >= 18' becomes 'ios18'. */
const target = packageJson.browserslist.map((browser) =>
  browser.replace('_saf', '').replace(' >= ', ''),
);

/** The base of all overlays, loaded with the first one that opens. Every visit has what calls a toast. */
const overlays = /src\/web\/ui\/overlays\/(?!toast\.ts)|node_modules\/@(?:base-ui|floating-ui)\//;

/** What all screens are made of. */
const ground = /src\/(?:kit|web)\//;

/** Icons and hooks, which screens, panels and dialogs share. */
const packages = /node_modules\/(?:lucide-react|@tanstack)\//;

/** The queries of each area. */
const queries = /src\/features\/([^/]+)\/web\/[^/]+\.ts$/;

/** The screens of a feature, which its area loads. */
const screens = /src\/features\/(\w+)\/.*\/([\w-]+)-screen\.tsx$/;
const areas = /\/web\/area\.ts$/;

/** The screens before sign-in, with which newcomers begin. */
const bareScreens = /-bare-screen\.tsx$/;

/** With which most visits begin, and which other screens share the most with. */
const home = /\/home-screen\.tsx$/;
const expenses = /\/expenses-screen\.tsx$/;

/** What both share or is no feature's; and what of features Home shares with others, so that each loads no more. */
function nameOfHome(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const importers = findImporters(context);
  if (!leadsTo(home, moduleId, importers)) return null;
  return isCommon(moduleId) || leadsTo(expenses, moduleId, importers) ? 'common' : 'home';
}

/** What newcomers need of all that screens share, so that they load no more than that. */
function nameOfBare(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const isOfScreens = isCommon(moduleId) || findScreens(moduleId, context).size > 0;
  return isOfScreens && leadsTo(bareScreens, moduleId, findImporters(context)) ? 'bare' : null;
}

/**
 * What several screens need to be shown, what one needs, and what only panels and dialogs need are apart. A
 * chunk takes along what any of its modules imports, so that the ground is never with one screen.
 */
function nameOfSeveral(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const found = findScreens(moduleId, context);
  const isOfSeveral = new Set(found.values()).size > 1 || (found.size > 0 && ground.test(moduleId));
  return isOfSeveral ? 'shared' : null;
}

/** What only the screens of one feature share is no load for the others. */
function nameOfFeature(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const found = findScreens(moduleId, context);
  const [feature] = found.values();
  return found.size > 1 ? `${feature}-screens` : null;
}

function nameOfOne(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const [name = null] = findScreens(moduleId, context).keys();
  return name;
}

/**
 * Screens outside the navigation need fields. Before dialogs, which would take along what both import, and with it bring
 * the overlays to such screens.
 */
function nameOfFields(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  if (leadsTo(overlays, moduleId, findImported(context))) return null;
  const [, area] = queries.exec(moduleId) ?? [];
  if (area) return `${area}-queries`;
  return isCommon(moduleId) ? 'fields' : null;
}

function nameOfDialogs(moduleId: string): string | null {
  return isCommon(moduleId) || queries.test(moduleId) ? 'dialogs' : null;
}

function isCommon(moduleId: string): boolean {
  return ground.test(moduleId) || packages.test(moduleId);
}

/** Files that a first visit runs most of: lazy ones, of which it runs nothing, are not among them. */
const ranAtOnce = new Set(['react', 'index', 'shared', 'bare', 'common', 'home']);

/**
 * Asks the browser to compile a file on a thread of its own while it loads, not each function when it is first
 * called, which took a phone a quarter of the time until it showed a list. A comment to browsers that don't know it
 * (https://v8.dev/blog/explicit-compile-hints).
 */
function hintToCompile({ name }: Rolldown.RenderedChunk): string {
  const isRanAtOnce = ranAtOnce.has(name) || name.endsWith('-screen');
  return isRanAtOnce ? '//# allFunctionsCalledOnLoad' : '';
}

type Step = (moduleId: string) => readonly string[];

const findImported =
  (context: Rolldown.ChunkingContext): Step =>
  (moduleId) =>
    context.getModuleInfo(moduleId)?.importedIds ?? [];

/** Not with `import()`. */
const findImporters =
  (context: Rolldown.ChunkingContext): Step =>
  (moduleId) =>
    context.getModuleInfo(moduleId)?.importers ?? [];

/** Whether steps from a module arrive at another that matches. */
function leadsTo(pattern: RegExp, moduleId: string, step: Step, seen = new Set<string>()): boolean {
  if (seen.has(moduleId)) return false;
  seen.add(moduleId);
  return step(moduleId).some((id) => pattern.test(id) || leadsTo(pattern, id, step, seen));
}

/** The screens that import a module, also by others, but not with `import()`, and their features. */
function findScreens(
  moduleId: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): Map<string, string> {
  if (seen.has(moduleId)) return new Map();
  seen.add(moduleId);
  const [, feature, name] = screens.exec(moduleId) ?? [];
  if (name && feature) {
    const loadedBy = context.getModuleInfo(moduleId)?.dynamicImporters ?? [];
    const isScreen = !bareScreens.test(moduleId) && loadedBy.some((id) => areas.test(id));
    return new Map(isScreen ? [[name, feature]] : []);
  }
  const importers = findImporters(context)(moduleId);
  return new Map(importers.flatMap((importer) => [...findScreens(importer, context, seen)]));
}

/**
 * The browser app. Everything it emits is an external, hashed file: the content security policy
 * allows neither inline scripts nor data: addresses, so nothing is inlined and the module preload
 * polyfill (an inline script) stays off; every browser the app supports preloads modules itself.
 */
export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), prefetches()],
  // Built into React since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // For the lists of what a release contains.
    license: { fileName: '.licenses.json' },
    rolldownOptions: {
      output: {
        postBanner: hintToCompile,
        codeSplitting: {
          // Without these groups a screen would need forty requests; bench/first-load.ts limits their size.
          groups: [
            // Separate from the app's code, because it changes least.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 40 },
            { name: 'main', tags: ['$initial'], priority: 30 },
            // Newcomers' forms need no more of what fields are made of.
            { name: 'forms', test: /node_modules\/react-hook-form\//, priority: 27 },
            { name: nameOfBare, debugName: 'bare', minShareCount: 2, priority: 25 },
            { name: nameOfHome, debugName: 'home', minShareCount: 2, priority: 22 },
            // Before the next group, because a group takes along what its modules import.
            { name: nameOfSeveral, debugName: 'several', minShareCount: 2, priority: 20 },
            { name: nameOfFeature, debugName: 'feature', minShareCount: 2, priority: 17 },
            { name: nameOfOne, debugName: 'one', minShareCount: 2, priority: 15 },
            { name: 'overlays', test: overlays, minShareCount: 2, priority: 10 },
            { name: nameOfFields, debugName: 'fields', minShareCount: 2, priority: 7 },
            { name: nameOfDialogs, debugName: 'dialogs', minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1' },
});

/** The first reads of each screen whose address has no search, by path. */
const firstReads: Partial<Record<string, readonly string[]>> = { '/expenses': expenseReads() };

/**
 * Writes into the page what `public/early.js` fetches while the app's code is loading: the session, which the
 * document itself asks for first, and for each screen's path its code and first reads. The script has a hashed
 * name there, so that later visits don't ask for it. Screens are found by their file names:
 * `expenses-screen.tsx` is shown at `/expenses`, `join-bare-screen.tsx` at `/join` before sign-in, and
 * `home-screen.tsx` at `/`.
 */
function prefetches(): Plugin {
  let base = '/api';
  return {
    name: 'prefetches',
    apply: 'build',
    buildStart() {
      const source = readFileSync('public/early.js', 'utf8');
      this.emitFile({ type: 'asset', name: 'early.js', source });
    },
    configResolved(config) {
      base = (loadEnv(config.mode, config.envDir || '.').VITE_API_BASE ?? base).replace(/\/+$/, '');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        // Other pages, such as the gallery, have no server.
        if (path !== '/index.html') return html;
        const screens: Record<string, { code: string[]; reads: string[] }> = {};
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue;
          const name = /\/([\w-]+?)(?:-bare)?-screen\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
          if (name === undefined) continue;
          const files = withImports(chunk.fileName, bundle);
          screens[name === 'home' ? '/' : `/${name}`] = {
            code: files.filter((file) => !html.includes(file)).map((file) => `/${file}`),
            reads: firstReads[`/${name}`]?.map((path) => base + path) ?? [],
          };
        }
        const session = `${base}/auth/session`;
        const attribute = JSON.stringify({ session, screens }).replaceAll('&', '&amp;');
        const early = Object.values(bundle).find(
          (file) => file.type === 'asset' && file.names.includes('early.js'),
        );
        if (!early) throw new Error('early.js was not emitted');
        const tags = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${session}" />
    <script src="/${early.fileName}" data-prefetches='${attribute}'>`;
        return html.replace('<script src="/early.js">', () => tags);
      },
    },
  };
}

/** A file and everything it imports statically. */
function withImports(
  fileName: string,
  bundle: Record<string, { type: string; imports?: string[] }>,
  seen = new Set<string>(),
): string[] {
  if (!seen.has(fileName)) {
    seen.add(fileName);
    for (const imported of bundle[fileName]?.imports ?? []) withImports(imported, bundle, seen);
  }
  return [...seen];
}
