import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };

/** What floats above a screen, and the fields that are found in dialogs alone. */
const floating =
  '(?:dialog|alert-dialog|discard-question|sheet|tooltip|toast-viewport|checkbox|checklist|conflict|number-field|radio-group|text-area|time-field)\\.';
const overlays = new RegExp(
  `node_modules/(?:@base-ui|@floating-ui)/|src/web/ui/(?:\\w+/)?${floating}`,
);
const parts = new RegExp(
  `src/(?:kit|web)/(?!ui/(?:\\w+/)?${floating})|src/features/[^/]+/(?:(?!web|server)(?:\\w+/)?[^/]+|web/(?:queries|screen-queries|failure-words|people))\\.ts$|node_modules/(?:lucide-react|clsx|@tanstack)/`,
);

/** What only the screens about people ask the server for, and only those about wallets. */
const people = /src\/features\/(?:identity|chapters|members)\/[^/]+\.ts$/;
const wallets = /src\/features\/wallets\/(?:[^/]+|web\/queries)\.ts$/;
const isPart = (id: string) => parts.test(id) && !people.test(id) && !wallets.test(id);

/** Supported browsers in the bundler's words: 'ios_saf >= 18' is 'ios18'. */
const target = packageJson.browserslist.map((browser) =>
  browser.replace('_saf', '').replace(' >= ', ''),
);

/**
 * The browser app. Everything it emits is an external, hashed file: the content security policy
 * allows neither inline scripts nor data: addresses, so nothing is inlined and the module preload
 * polyfill (an inline script) stays off; every browser the app supports preloads modules itself.
 */
export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    earlySession(),
    runtimeInReact(),
    earlyScreens(),
  ],
  // What React has had built in since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every visit needs: React apart, because it changes least, and the rest at once.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 40 },
            { name: 'main', tags: ['$initial'], priority: 30 },
            // What the other screens share, as a few requests instead of twenty: what pages are
            // made of, what floats above them, what forms stand on, and what some of them ask for.
            { name: 'forms', test: /node_modules\/react-hook-form\//, priority: 25 },
            { name: 'overlays', test: overlays, minShareCount: 2, priority: 10 },
            { name: 'parts', test: isPart, minShareCount: 2, priority: 20 },
            { name: 'people', test: people, minShareCount: 2, priority: 15 },
            { name: 'wallets', test: wallets, minShareCount: 2, priority: 15 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1' },
});

/** What `public/early.js` asks for on every page: who is here. */
function earlySession(): Plugin {
  let base = '/api';
  return {
    name: 'early-session',
    configResolved(config) {
      base = (loadEnv(config.mode, config.envDir || '.').VITE_API_BASE ?? base).replace(/\/+$/, '');
    },
    transformIndexHtml: (html) =>
      html.replace(/(src="\/early.js")/, `$1 data-session="${base}/auth/session"`),
  };
}

/**
 * The bundler keeps its few helpers in a file of their own, which every other one imports: a
 * request of every first visit for 0.4 KB. Here they come with React, which needs them first.
 */
function runtimeInReact(): Plugin {
  return {
    name: 'runtime-in-react',
    apply: 'build',
    // What is added below is not in the hash that the bundler takes.
    augmentChunkHash: ({ name }) => (name === 'react' ? 'with the runtime' : undefined),
    // After the page and the lists of what to preload have been written.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const react = chunks.find(({ name }) => name === 'react');
        if (!runtime || !react) throw new Error('runtime-in-react: there is no such chunk');
        const [runtimeFile, reactFile] = [basename(runtime.fileName), basename(react.fileName)];
        const fromRuntime = new RegExp(`import\\{([^}]*)\\}from"\\./${runtimeFile}";?`);
        const helpers = bindings(/export\{([^}]*)\};?\s*$/.exec(runtime.code)?.[1]);

        for (const chunk of chunks) {
          const [line, names] = fromRuntime.exec(chunk.code) ?? [];
          if (!line) continue;
          const imported = bindings(names).map(([name, own]) => [helperName(name), own] as const);
          const replacement =
            chunk === react
              ? imported.map(([name, own]) => `var ${own}=${name};`).join('')
              : `import{${imported.map((pair) => pair.join(' as ')).join(',')}}from"./${reactFile}";`;
          chunk.code = chunk.code.replace(line, () => replacement);
        }
        // A form of import that is not known here must not become an import from the wrong file.
        const missed = chunks.find(({ code }) => code.includes(`from"./${runtimeFile}"`));
        if (missed) throw new Error(`runtime-in-react: ${missed.fileName} imports it otherwise`);
        const own = helpers.map(([name]) => name).join(',');
        const given = helpers.map(([, name]) => helperName(name)).join(',');
        const body = runtime.code.replace(/export\{[^}]*\};?\s*$/, '');
        react.code = `var [${given}]=(()=>{${body};return[${own}]})();${react.code};export{${given}};`;

        delete bundle[runtime.fileName];
        for (const file of files) {
          if (file.type === 'chunk') file.code = file.code.replaceAll(runtimeFile, reactFile);
          else if (file.fileName.endsWith('.html'))
            file.source = String(file.source).replace(
              new RegExp(`\\n *<link [^>]*${runtimeFile}">`),
              '',
            );
        }
      },
    },
  };
}

/** What a screen asks for first, as its queries do when its address says nothing else. */
const firstReads: Partial<Record<string, readonly string[]>> = {
  expenses: ['/expenses?skip=0&take=40', '/expenses/balances'],
};

/**
 * A page of its own for each screen, which also names that screen's code and first reads: they come
 * along with the app's own code instead of after it. `server/browser-app.ts` sends it for the
 * screen's address.
 */
function earlyScreens(): Plugin {
  return {
    name: 'early-screens',
    apply: 'build',
    // After the page is whole.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        // The gallery is built by itself, and has no screens.
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const routes = readFileSync('src/app/web/routes.tsx', 'utf8');
        const screens = [...routes.matchAll(/screen\('\/([\w-]+)',.*?import\('#([^']+)'\)/g)];
        if (screens.length === 0) throw new Error('early-screens: routes.tsx reads otherwise now');
        for (const [, name = '', module = ''] of screens) {
          const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!own) throw new Error(`early-screens: ${module} has no file of its own`);
          const links = withImports(own.fileName, bundle)
            .filter((file) => !html.includes(file))
            .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
          const source = html
            .replace(/^ *<\/head>/m, (end) => links.join('') + end)
            .replace(/ data-session="(.*)\/auth\/session"/, (session, base) => {
              const reads = firstReads[name]?.map((path) => (base + path).replaceAll('&', '&amp;'));
              return reads ? `${session} data-reads="${reads.join(' ')}"` : session;
            });
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
        }
      },
    },
  };
}

/** A file, and all that is loaded with it. */
function withImports(
  fileName: string,
  bundle: Record<string, { type: string; imports?: string[] }>,
  seen = new Set<string>(),
): string[] {
  const file = bundle[fileName];
  // What others took in is still named by those that imported it.
  if (file && !seen.has(fileName)) {
    seen.add(fileName);
    for (const imported of file.imports ?? []) withImports(imported, bundle, seen);
  }
  return [...seen];
}

const helperName = (name: string) => `$runtime_${name}`;

/** `a as b, c` as pairs: [['a', 'b'], ['c', 'c']]. */
function bindings(list: string | undefined): [string, string][] {
  const parts = list?.split(',').map((part) => part.trim().split(/\s+as\s+/)) ?? [];
  return parts.map(([from = '', to = from]) => [from, to]);
}
