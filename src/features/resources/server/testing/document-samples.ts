/** Right requests of the calls of documents. */
import { type Fixtures, unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { insertFile } from '#features/files/server/testing/samples.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { folderCalls } from '../../documents/folder-contract.ts';

const folderBody = ({ mark }: Fixtures) => ({
  name: unique(`Minutes ${mark}`),
  parentId: null,
  audience: 'member' as const,
});

export const documentSamples: Samples = {
  'POST /document-folders': { body: ({ fixtures }) => folderBody(fixtures) },
  'PUT /document-folders/{folderId}': { body: ({ fixtures }) => folderBody(fixtures) },
  'POST /document-folders/{folderId}/restore': {
    params: async (fixtures) => {
      const folderId = await makeFolder(fixtures);
      await fixtures.admin.call(folderCalls.remove, { params: { folderId } });
      return { folderId };
    },
  },
  'GET /documents/{documentId}/versions/{fileId}': {
    params: async (fixtures) => {
      const fileId = await insertFile(fixtures, fixtures.admin, { purpose: 'document' });
      return { documentId: await makeDocument(fixtures, fileId), fileId };
    },
  },
  'POST /documents': {
    body: async ({ fixtures, caller }) => ({
      fileId: await insertFile(fixtures, caller, { purpose: 'document' }),
      folderId: null,
    }),
  },
  'PUT /documents/{documentId}': {
    body: ({ fixtures }) => ({ name: unique(`Bylaws ${fixtures.mark}`), folderId: null }),
  },
  'POST /documents/{documentId}/versions': {
    body: async ({ fixtures, caller }) => ({
      fileId: await insertFile(fixtures, caller, { purpose: 'document' }),
    }),
  },
  'POST /documents/{documentId}/restore': {
    params: async (fixtures) => {
      const documentId = await makeDocument(fixtures);
      await fixtures.admin.call(documentCalls.remove, { params: { documentId } });
      return { documentId };
    },
  },
};

/** Not through the API: thousands of requests are about more than a chapter may have. */
async function makeFolder({ hub, chapter, mark }: Fixtures): Promise<Id<'folder'>> {
  const id = newId<'folder'>();
  const at = '2026-01-01T00:00:00Z';
  await hub.db
    .insertInto('document_folder')
    .values({
      chapter_id: chapter.id,
      id,
      name: unique(`Minutes ${mark}`),
      audience: 'member',
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

async function makeDocument(fixtures: Fixtures, fileId?: Id<'file'>): Promise<Id<'document'>> {
  const { admin } = fixtures;
  const file = fileId ?? (await insertFile(fixtures, admin, { purpose: 'document' }));
  const body = { fileId: file, folderId: null };
  return (await admin.call(documentCalls.create, { body })).value().id;
}

export const documentMakers: Makers = {
  folderId: makeFolder,
  documentId: (fixtures) => makeDocument(fixtures),
};
