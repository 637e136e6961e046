import { readFile } from '#features/files/server/store.ts';
import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { findTextState } from '../text/text-store.ts';
import { findDocument, listDocuments } from './document-store.ts';
import {
  addDocument,
  listVersions,
  ownerOf,
  removeDocument,
  replaceContent,
  restoreDocument,
  updateDocument,
} from './document-writes.ts';

export function documentRoutes(api: Api): void {
  api.serve(documentCalls.list, async ({ db, caller, query }) =>
    ok(await listDocuments(db, caller, query)),
  );

  api.serve(documentCalls.detail, async ({ db, caller, params }) => {
    const document = await findDocument(db, caller, params.documentId);
    if (!document) return notFound('Document');
    const text = await findTextState(db, caller.chapterId, document);
    return ok({ ...document, text, files: await listVersions(db, caller, document.id) });
  });

  api.serveContent(documentCalls.read, async ({ db, fileBucket, caller, params }) => {
    const document = await findDocument(db, caller, params.documentId);
    if (!document) return notFound('Document');
    const [newest] = await listVersions(db, caller, document.id);
    if (!newest) return notFound('File');
    return readFile({ db, fileBucket }, ownerOf(caller, document.id), newest.id, document.name);
  });

  api.serveContent(documentCalls.readVersion, async ({ db, fileBucket, caller, params }) => {
    const document = await findDocument(db, caller, params.documentId);
    if (!document) return notFound('Document');
    return readFile({ db, fileBucket }, ownerOf(caller, document.id), params.fileId);
  });

  api.serve(documentCalls.create, ({ body, ...work }) => addDocument(work, body));
  api.serve(documentCalls.update, ({ params, body, ifMatch, ...work }) =>
    updateDocument(work, params.documentId, body, ifMatch),
  );
  api.serve(documentCalls.replace, ({ params, body, ...work }) =>
    replaceContent(work, params.documentId, body.fileId),
  );
  api.serve(documentCalls.remove, ({ params, ifMatch, ...work }) =>
    removeDocument(work, params.documentId, ifMatch),
  );
  api.serve(documentCalls.restore, ({ params, ...work }) =>
    restoreDocument(work, params.documentId),
  );
}
