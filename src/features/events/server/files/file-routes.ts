import { readFile, readPreview } from '#features/files/server/store.ts';
import type { Api } from '#server/http/serve.ts';
import { eventFileCalls } from '../../event-file-contract.ts';
import { addEventFiles, listEventFiles, readEventFile, removeEventFile } from './event-files.ts';

export function fileRoutes(api: Api): void {
  api.serve(eventFileCalls.list, ({ db, caller, params }) =>
    listEventFiles(db, caller, params.occurrenceId),
  );
  api.serve(eventFileCalls.add, ({ params, body, ...work }) =>
    addEventFiles(work, params.occurrenceId, body.fileIds),
  );
  api.serve(eventFileCalls.remove, ({ params, ...work }) => removeEventFile(work, params));
  api.serveContent(eventFileCalls.read, ({ caller, params, ...store }) =>
    readEventFile(store, caller, params, readFile),
  );
  api.serveContent(eventFileCalls.readPreview, ({ caller, params, ...store }) =>
    readEventFile(store, caller, params, readPreview),
  );
}
