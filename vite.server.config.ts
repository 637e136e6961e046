import { defineConfig } from 'vite';

/** Bundles the server with its packages; bin/build-server.mjs explains why. */
export default defineConfig({
  publicDir: false,
  build: { ssr: 'src/app/server/main.ts', outDir: 'build/server', target: 'node26' },
  ssr: { noExternal: true },
});
