/** Uploads for tests, through the API. */
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { fileCalls } from '../../contract.ts';
import { countParts, type Purpose, partBytes } from '../../file.ts';

/** Another one each time. */
export function pdfOf(bytes = 100): Buffer {
  const end = `\n% ${crypto.randomUUID()}\n%%EOF\n`;
  return Buffer.from('%PDF-1.7\n'.padEnd(Math.max(10, bytes - end.length), ' ') + end, 'latin1');
}

export async function beginUpload(
  by: TestPerson,
  bytes: number,
  name = 'receipt.pdf',
  purpose: Purpose = 'receipt',
): Promise<Id<'file'>> {
  const reply = await by.call(fileCalls.begin, { body: { fileName: name, bytes, purpose } });
  return reply.value().id;
}

export async function sendPart(
  hub: TestHub,
  by: TestPerson,
  fileId: Id<'file'>,
  part: number,
  content: Buffer,
) {
  return hub.request({
    method: 'PUT',
    url: `/api/files/${fileId}/parts/${part}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    payload: content,
  });
}

export async function sendParts(
  hub: TestHub,
  by: TestPerson,
  fileId: Id<'file'>,
  content: Buffer,
): Promise<void> {
  for (let part = 0; part < countParts(content.length); part += 1) {
    const bytes = content.subarray(part * partBytes, (part + 1) * partBytes);
    const reply = await sendPart(hub, by, fileId, part, bytes);
    if (reply.statusCode !== 204) throw new Error(`part ${part}: ${reply.body}`);
  }
}

/** The reply to finishing it. */
export async function tryUpload(
  hub: TestHub,
  by: TestPerson,
  content: Buffer,
  name?: string,
  purpose?: Purpose,
) {
  const fileId = await beginUpload(by, content.length, name, purpose);
  await sendParts(hub, by, fileId, content);
  return by.call(fileCalls.finish, { params: { fileId } });
}

/** The id of a finished file. */
export async function upload(
  hub: TestHub,
  by: TestPerson,
  content: Buffer = pdfOf(),
  name?: string,
  purpose?: Purpose,
): Promise<Id<'file'>> {
  return (await tryUpload(hub, by, content, name, purpose)).value().id;
}
