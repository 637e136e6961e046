/** Valid requests for the calls of uploads. */
import { createHash } from 'node:crypto';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Fixtures } from '#app/testing/matrix/fixtures.ts';
import type { Samples } from '#app/testing/matrix/sample.ts';
import { smallPng } from '#app/testing/pictures.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import type { Purpose } from '../../file.ts';
import { pdfOf, upload } from './upload.ts';

const leavesNoRecord = 'An upload belongs to nothing yet and is seen by its uploader alone';

export const samples: Samples = {
  'POST /files': {
    body: ({ fixtures }) => ({ fileName: `Bill ${fixtures.mark}.pdf`, bytes: 100 }),
    leavesNoRecord,
  },
  'GET /files/{fileId}': {
    params: async (fixtures, caller) => ({
      fileId: await insertFile(fixtures, caller, { isFinished: false }),
    }),
    isAboutCaller: true,
  },
  'PUT /files/{fileId}/parts/{part}': {
    params: async (fixtures, caller) => ({
      fileId: await insertFile(fixtures, caller, { isFinished: false }),
      part: '0',
    }),
    body: () => pdfOf(),
    isAboutCaller: true,
    leavesNoRecord,
  },
  'POST /files/{fileId}/finish': {
    params: async (fixtures, caller) => ({
      fileId: await insertFile(fixtures, caller, { isFinished: false }),
    }),
    isAboutCaller: true,
    leavesNoRecord,
  },
};

/**
 * A file of the caller's, who may have lost access. From long ago, because thousands of requests make
 * more than a member may upload in an hour.
 */
export async function insertFile(
  { hub: { db } }: Pick<Fixtures, 'hub'>,
  { chapterId, memberId }: TestPerson,
  { isFinished = true, purpose = 'receipt' }: { isFinished?: boolean; purpose?: Purpose } = {},
): Promise<Id<'file'>> {
  const id = newId<'file'>();
  const content = pdfOf();
  await db
    .insertInto('file')
    .values({
      chapter_id: chapterId,
      id,
      purpose,
      name: 'bill.pdf',
      sent_bytes: content.length,
      uploaded_by: memberId,
      begun_at: '2026-01-01T00:00:00Z',
      ...(isFinished && {
        finished_at: '2026-01-01T00:00:00Z',
        media_type: 'application/pdf',
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('base64url'),
      }),
    })
    .execute();
  await db
    .insertInto('file_part')
    .values({ chapter_id: chapterId, file_id: id, part: 0, content })
    .execute();
  return id;
}

/** Each of a new member's, who has not uploaded much, and then the owner's. */
export async function insertPicture(
  { hub, chapter, owner, mark }: Fixtures,
  _uploader?: TestPerson,
  { purpose = 'receipt' }: { purpose?: Purpose } = {},
): Promise<Id<'file'>> {
  const uploader = await chapter.person(`Pia ${mark}`);
  const id = await upload(hub, uploader, smallPng, 'picture.png', purpose);
  await hub.db
    .updateTable('file')
    .set({ uploaded_by: owner.memberId, begun_at: '2026-01-01T00:00:00Z' })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', id)
    .execute();
  return id;
}
