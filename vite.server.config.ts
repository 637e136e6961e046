import { defineConfig, type Plugin } from 'vite';

/**
 * The server for production, put into few files (bin/build-server.mjs says why). In CommonJS: as
 * ES modules Node's own modules bring all of their lazily loaded parts along.
 */
export default defineConfig({
  publicDir: false,
  plugins: [loadedWhenUsed()],
  build: {
    ssr: 'src/server/main.ts',
    // As deep as src/server, so that paths to migrations and the browser app lead to the same.
    outDir: 'build/server',
    target: 'node26',
    rolldownOptions: {
      output: {
        format: 'cjs',
        entryFileNames: 'main.cjs',
        chunkFileNames: '[name].cjs',
        // What a start loads, in the order it does: what starts PostgreSQL, and the rest while that
        // comes up. Fifty files of a few lines each would cost another tenth of a start.
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /src\/server\/(cli|serve-hub|keep-postgres)\.ts$/,
              priority: 30,
            },
            { name: 'framework', test: /node_modules\/fastify\//, priority: 20 },
            { name: 'hub', test: /src\/server\/run-hub\.ts$/, priority: 10 },
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
      filter: { id: /node_modules\/(fastify\/lib|@fastify\/rate-limit)\// },
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
