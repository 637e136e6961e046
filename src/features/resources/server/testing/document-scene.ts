import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { pdfOf, upload } from '#features/files/server/testing/upload.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { folderCalls } from '../../documents/folder-contract.ts';

export type DocumentScene = Awaited<ReturnType<typeof createDocumentScene>>;

/** A chapter of its own with an admin, a treasurer and a member. */
export async function createDocumentScene(hub: TestHub) {
  const chapter = await hub.chapter('San Diego');
  const admin = await chapter.person('Ana Admin', 'admin');
  const tom = await chapter.person('Tom Treasurer', 'treasurer');
  const maya = await chapter.person('Maya Chen');

  async function makeFolder(
    name: string,
    audience: Role | null = 'member',
    parentId?: Id<'folder'>,
  ) {
    const body = { name, parentId: parentId ?? null, audience };
    return (await admin.call(folderCalls.create, { body })).value();
  }

  async function addDocument(
    name: string,
    {
      by = admin,
      folderId = null,
      content = pdfOf(),
    }: { by?: TestPerson; folderId?: Id<'folder'> | null; content?: Buffer } = {},
  ) {
    const fileId = await upload(hub, by, content, name, 'document');
    return (await by.call(documentCalls.create, { body: { fileId, folderId } })).value();
  }

  return { chapter, admin, tom, maya, makeFolder, addDocument };
}
