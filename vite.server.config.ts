import { defineConfig, type Plugin } from 'vite';

/**
 * The server for production, put into few files (bin/build-server.mjs says why). In CommonJS: as
 * ES modules Node's own modules bring all of their lazily loaded parts along.
 */
export default defineConfig({
  publicDir: false,
  plugins: [http2WhenUsed()],
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
        // Names stay, for the sake of whoever reads a stack.
        minify: { compress: true, codegen: true, mangle: false },
      },
    },
  },
  ssr: { noExternal: true },
});

/** Fastify asks for HTTP/2 whether it is served or not. */
function http2WhenUsed(): Plugin {
  const eager = "const http2 = require('node:http2')";
  return {
    name: 'http2-when-used',
    transform: {
      filter: { id: /node_modules\/fastify\/lib\/server\.js$/ },
      handler: (code) => ({
        code: code
          .replace(eager, '')
          .replaceAll(/\bhttp2\.create/g, "require('node:http2').create"),
        map: null,
      }),
    },
  };
}
