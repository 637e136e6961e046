/** Requests to providers and issuers, which may send anything: no more than what fits into memory many times. */
import type { CustomFetchOptions } from 'openid-client';

const maxReplyBytes = 256 * 1024;

/** A TypeError, as whatever else fetch throws, so that openid-client passes it on. */
class ReplyTooLong extends TypeError {
  constructor() {
    super(`the reply is longer than ${maxReplyBytes / 1024} KB`);
  }
}

type Sent = Omit<Partial<CustomFetchOptions>, 'redirect'> & { redirect: 'manual' | 'error' };

/** Like fetch, with the whole reply read: the signal of the request holds until its end. */
export async function boundedFetch(url: string, init: Sent): Promise<Response> {
  const reply = await fetch(url, init as RequestInit);
  const body = reply.body && (await readAtMost(reply.body));
  return new Response(body, { status: reply.status, headers: reply.headers });
}

async function readAtMost(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // What a compressed reply unpacks to counts.
  for await (const part of body as ReadableStream<Uint8Array<ArrayBuffer>>) {
    length += part.length;
    if (length > maxReplyBytes) throw new ReplyTooLong();
    parts.push(part);
  }
  return new Blob(parts);
}
