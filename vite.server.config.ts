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
      // V8 keeps the text of scripts, at two bytes a character if one of them is beyond Latin-1: 7 MB less.
      output: { charset: 'ascii', comments: false },
    },
  },
  ssr: { noExternal: true },
});
