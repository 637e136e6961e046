import { defineConfig, type Plugin } from 'vite';

/**
 * The server for production, put into few files (bin/build-server.mjs says why). In CommonJS: as
 * ES modules Node's own modules bring all of their lazily loaded parts along.
 */
export default defineConfig({
  publicDir: false,
  plugins: [loadedWhenUsed(), inAscii()],
  build: {
    ssr: true,
    outDir: 'build/server',
    target: 'node26',
    rolldownOptions: {
      input: { main: 'src/app/server/built-main.ts', cli: 'src/app/server/cli.ts' },
      output: {
        format: 'cjs',
        // kept-code.ts gives its files `require` alone.
        dynamicImportInCjs: false,
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        // What a start loads, in the order it does: what starts PostgreSQL, and the rest while that
        // comes up. Fifty files of a few lines each would cost another tenth of a start.
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /src\/(app\/server\/(cli|serve-hub)|server\/postgres\/keep-postgres)\.ts$/,
              priority: 30,
            },
            { name: 'framework', test: /node_modules\/fastify\//, priority: 20 },
            { name: 'hub', test: /src\/app\/server\/run-hub\.ts$/, priority: 10 },
          ],
        },
        // Names stay, for the sake of whoever reads a stack.
        minify: { compress: true, codegen: true, mangle: false },
      },
    },
  },
  ssr: { noExternal: true },
});

/**
 * Parts that packages load whether they are used or not, and that we do not use when starting: a
 * tenth of a start. A package that no longer reads like this ends the build.
 */
function loadedWhenUsed(): Plugin {
  return {
    name: 'loaded-when-used',
    transform: {
      filter: { id: /node_modules\/(fastify\/lib|find-my-way\/lib|@fastify\/rate-limit)\// },
      handler: (code, id) => {
        const changes = changed.find(([file]) => id.endsWith(file))?.[1];
        if (!changes) return undefined;
        for (const [from] of changes) {
          if (!code.includes(from)) throw new Error(`${id} no longer holds: ${from}`);
        }
        const text = changes.reduce((all, [from, to]) => all.replaceAll(from, to), code);
        return { code: text, map: null };
      },
    },
  };
}

/** A single letter that is none of ASCII doubles the memory of its file, and the time to read it. */
function inAscii(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'in-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

const changed: [file: string, changes: [from: string, to: string][]][] = [
  [
    '/fastify/lib/server.js',
    [
      ["const https = require('node:https')", ''],
      ['https.createServer', "require('node:https').createServer"],
      ["const http2 = require('node:http2')", ''],
      ['http2.create', "require('node:http2').create"],
    ],
  ],
  // For short ones it makes functions of text, which nothing keeps from one start to the next.
  ['/find-my-way/lib/node.js', [['LONG_PREFIX_MIN_LENGTH = 16', 'LONG_PREFIX_MIN_LENGTH = 2']]],
  // app.ts gives it compilers of its own, which nothing asks for.
  [
    '/fastify/lib/schema-controller.js',
    [
      ["require('@fastify/ajv-compiler')", 'undefined'],
      ["require('@fastify/fast-json-stringify-compiler')", 'undefined'],
    ],
  ],
  // Versions are pinned, and the tests run on the sources, where they are compared.
  [
    '/fastify/lib/plugin-utils.js',
    [
      ["const semver = require('semver')", ''],
      ['  checkVersion.call(this, fn)\n', ''],
    ],
  ],
  // Only for its own way of naming callers, which rate-limit.ts replaces.
  [
    '/@fastify/rate-limit/index.js',
    [
      ["const { Address6 } = require('ip-address')", ''],
      ['new Address6(', "new (require('ip-address').Address6)("],
    ],
  ],
];
