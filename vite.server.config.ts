import { defineConfig } from 'vite';

/** Bundles the server with its packages; bin/build-server.mjs explains why. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'build/server',
    target: 'node26',
    // For the lists of what a release contains.
    license: { fileName: '.licenses.json' },
    rolldownOptions: {
      input: {
        main: 'src/app/server/main.ts',
        'import-thread': 'src/features/events/server/ical/import-thread.ts',
      },
    },
  },
  ssr: { noExternal: true },
});
