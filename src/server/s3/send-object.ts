/** Sends content of any size: memory is constant. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type Pace, signalFor } from './pace.ts';
import type { Service } from './service.ts';

/** The service accepts 10,000 parts, so an object may have 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** One request for what fits into one; otherwise parts, of which at most two are in memory. */
export async function sendObject(
  { client, once, bucket }: Service,
  {
    key,
    content,
    mediaType,
  }: { key: string; content: AsyncIterable<Uint8Array>; mediaType: string },
  pace: Pace,
): Promise<number> {
  const object = { Bucket: bucket, Key: key };
  const within = (part: Uint8Array) => ({ abortSignal: signalFor(pace, part.length) });
  const short = () => ({ abortSignal: signalFor(pace, 0) });
  let bytes = 0;
  let upload: string | undefined;
  let held: Uint8Array | undefined;
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const sendPart = async (UploadId: string, Body: Uint8Array) => {
    const PartNumber = parts.length + 1;
    const part = new UploadPartCommand({ ...object, UploadId, PartNumber, Body });
    const { ETag } = await client.send(part, within(Body));
    parts.push({ PartNumber, ETag });
  };
  try {
    for await (const part of toParts(content)) {
      bytes += part.length;
      if (held) {
        upload ??= await begin();
        await sendPart(upload, held);
      }
      held = part;
    }
    held ??= new Uint8Array();
    if (upload === undefined) {
      const put = new PutObjectCommand({ ...object, Body: held, ContentType: mediaType });
      await client.send(put, within(held));
      return bytes;
    }
    await sendPart(upload, held);
    const complete = new CompleteMultipartUploadCommand({
      ...object,
      UploadId: upload,
      MultipartUpload: { Parts: parts },
    });
    await once.send(complete, short());
    return bytes;
  } catch (error) {
    if (upload !== undefined) {
      // What was sent would be kept, and charged, for ever. Why it was not sent says more than that this failed, too.
      const abort = new AbortMultipartUploadCommand({ ...object, UploadId: upload });
      await client.send(abort, short()).catch(() => {});
    }
    throw error;
  }

  async function begin(): Promise<string> {
    const create = new CreateMultipartUploadCommand({ ...object, ContentType: mediaType });
    const { UploadId } = await once.send(create, short());
    if (!UploadId) throw new Error('the service did not begin an object of parts');
    return UploadId;
  }
}

/** What went wrong with the content, as opposed to the service. */
export class ContentError extends Error {}

async function* toParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes);
  let size = 0;
  try {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + partBytes - size);
        part.set(taken, size);
        size += taken.length;
        at += taken.length;
        if (size < partBytes) continue;
        yield part;
        part = new Uint8Array(partBytes);
        size = 0;
      }
    }
  } catch (error) {
    throw new ContentError('the content ended early', { cause: error });
  }
  if (size > 0) yield part.subarray(0, size);
}
