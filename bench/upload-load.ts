/**
 * Uploads files at once from a process of its own, as other people's devices do: in the process that times a
 * reader, sending them would be a part of what is timed. `node upload-load.ts` reads an `UploadLoad` from stdin
 * and writes the ids of the finished files.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { countParts, partBytes } from '#features/files/file.ts';
import { newId } from '#server/database/ids.ts';

export type UploadLoad = {
  readonly url: string;
  readonly token: string;
  /** The path of the file that is sent. */
  readonly path: string;
  readonly files: number;
};

const load: UploadLoad = JSON.parse(await text(process.stdin));
const content = await readFile(load.path);
const ids = await Promise.all(Array.from({ length: load.files }, upload));
process.stdout.write(JSON.stringify(ids));

async function upload(): Promise<string> {
  const id = newId();
  const announced = { id, fileName: 'photo.jpg', bytes: content.length };
  await send('POST', '/files', JSON.stringify(announced), 'application/json');
  for (let part = 0; part < countParts(content.length); part += 1) {
    const bytes = content.subarray(part * partBytes, (part + 1) * partBytes);
    await send('PUT', `/files/${id}/parts/${part}`, bytes, 'application/octet-stream');
  }
  await finish(id);
  return id;
}

/** Again as long as too many pictures come before it, as a member does who presses Retry. */
async function finish(id: string): Promise<void> {
  for (;;) {
    const reply = await request('POST', `/files/${id}/finish`);
    if (reply.ok) return;
    if (reply.status !== 503) throw new Error(`finish returned ${reply.status}`);
    await sleep(1_000);
  }
}

async function send(
  method: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  type: string,
): Promise<void> {
  const reply = await request(method, path, { body, type });
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}`);
}

async function request(
  method: string,
  path: string,
  sent?: { readonly body: string | Buffer<ArrayBuffer>; readonly type: string },
): Promise<Response> {
  const reply = await fetch(`${load.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${load.token}`,
      ...(sent ? { 'content-type': sent.type } : {}),
    },
    ...(sent ? { body: sent.body } : {}),
  });
  await reply.arrayBuffer();
  return reply;
}
