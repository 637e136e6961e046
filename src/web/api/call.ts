/**
 * Calls the API. Encodes arguments and decodes replies with the contract's schemas, adds the bearer
 * token and one idempotency key per intent, and reports failures in the specified words.
 */
import * as z from 'zod/mini';
import { type Endpoint, refusalBody } from '#kit/endpoint.ts';
import { buildUrl } from './api-base.ts';
import { CallError, failureMessage } from './call-error.ts';
import { noteDayLeft } from './day-left.ts';
import { noteResponse } from './freshness.ts';
import { newId } from './new-id.ts';
import { clearPrefetched, takePrefetched } from './prefetched.ts';
import { type Arguments, encodeBody, type UncheckedArguments } from './request.ts';
import { type BearerToken, createTokenKeeper } from './token.ts';

type Settings = {
  signal?: AbortSignal | undefined;
  /** From `useIdempotencyKey().keyFor(payload)`; by default, each call gets a new key. */
  idempotencyKey?: string | undefined;
  /** The version the write is based on: it is refused (412) if someone else changed it first. */
  ifMatch?: number | undefined;
  /** Completes the request even if the page is closed. */
  keepalive?: boolean | undefined;
  /** The error message if no token can be fetched. */
  missingTokenMessage?: string | undefined;
};

export type CallOptions<E extends Endpoint> = Arguments<E> & Settings;

const timeoutMilliseconds = 30_000;
const unreachable = "Can't reach the server. Check your connection and try again.";

/** The chapter on the screen; data of any other must not be shown. */
let shownChapter: string | undefined;
export const showChapter = (id: string | undefined): void => void (shownChapter = id);

/** Sets where bearer tokens come from; must precede the first call that needs one. */
export const setTokenSource = (source: typeof fetchToken): void => void (fetchToken = source);
let fetchToken = (): Promise<BearerToken> => Promise.reject(new Error('no token source is set'));

const tokens = createTokenKeeper(async () => {
  const token = await fetchToken();
  if (shownChapter === undefined || token.chapterId === shownChapter) return token;
  // The chapter was switched in another tab that could not notify this one.
  throw new CallError(unreachable, { status: 403 });
});

/** Forgets the bearer token and prefetched replies, after signing out or switching chapters. */
export function forgetToken(): void {
  tokens.forget();
  clearPrefetched();
}

/** Stores a bearer token that was part of another reply. */
export const storeToken = (reply: BearerToken): void => tokens.store(reply);

/** Fetches the bearer token before the first call needs it. */
export function prefetchToken(): void {
  tokens.current().catch(() => undefined);
}

/** Listens for the end of the session. Returns a function that stops listening. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}
const lostListeners = new Set<() => void>();

/**
 * Calls the API. Resolves to the reply in domain types. Every failure is a `CallError`, except an
 * abort by `signal`, which is an AbortError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<z.output<E['reply']>> {
  const settings: Settings & UncheckedArguments = options;
  const request = prepare(endpoint, settings);
  const response =
    endpoint.credential === 'bearer'
      ? await fetchWithToken(request, settings)
      : await fetchWithCookie(endpoint, request, settings);
  if (!response.ok) throw await toCallError(response);
  return readReply(endpoint, response);
}

type Init = Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
type PreparedRequest = { address: string; init: Init };

function prepare(endpoint: Endpoint, options: Settings & UncheckedArguments): PreparedRequest {
  try {
    const body = encodeBody(endpoint, options);
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = endpoint.bodyType;
    if (endpoint.method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? newId();
    if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`;
    const init = {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.keepalive ? { keepalive: true } : {}),
    };
    return { address: buildUrl(endpoint, options), init };
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw toInvalidError(error);
    throw error;
  }
}

/** Refuses what the contract forbids without a request, in the server's format. */
function toInvalidError(error: z.core.$ZodError): CallError {
  const issue = error.issues[0];
  return new CallError(failureMessage(422, ''), {
    status: 422,
    refusal: {
      code: 'invalid',
      message: issue?.message ?? 'Invalid value',
      field: issue?.path.join('.') ?? '',
    },
  });
}

async function fetchWithCookie(
  endpoint: Endpoint,
  request: PreparedRequest,
  settings: Settings,
): Promise<Response> {
  const headers = { ...request.init.headers };
  // The cookie alone does not name the chapter.
  if (shownChapter && endpoint.credential !== 'none' && endpoint.policy === 'member')
    headers['x-chapter'] = shownChapter;
  const init = { ...request.init, headers, credentials: 'include' } as const;
  const response = await send(init, request, settings);
  // A call that needs no session returns 401 because of its arguments.
  if (response.status === 401 && endpoint.policy !== 'anyone') reportSessionLost();
  return response;
}

/** Retries once with a new token, because a token may end early (signed out elsewhere, new role). */
async function fetchWithToken(request: PreparedRequest, settings: Settings): Promise<Response> {
  const token = await requireToken(settings.missingTokenMessage);
  const response = await sendWith(token, request, settings);
  if (response.status !== 401) return response;
  tokens.drop(token);
  const retried = await sendWith(
    await requireToken(settings.missingTokenMessage),
    request,
    settings,
  );
  if (retried.status === 401) reportSessionLost();
  return retried;
}

function sendWith(token: string, request: PreparedRequest, settings: Settings): Promise<Response> {
  const headers = { ...request.init.headers, authorization: `Bearer ${token}` };
  return send({ ...request.init, headers }, request, settings);
}

async function requireToken(missingTokenMessage = 'No auth token available'): Promise<string> {
  try {
    return await tokens.current();
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 401 && error.status !== 403))
      throw error;
    // 403 means still signed in, but not in this chapter; reading the session shows which.
    if (error.status === 403) reportSessionLost();
    throw new CallError(missingTokenMessage, { status: error.status });
  }
}

function reportSessionLost(): void {
  for (const listener of lostListeners) listener();
}

async function send(
  init: Init,
  { address }: PreparedRequest,
  { signal }: Settings,
): Promise<Response> {
  const prefetched = takePrefetched(address, init);
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await (prefetched ??
      fetch(address, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }));
    if (prefetched) signal?.throwIfAborted();
    noteResponse(response);
    noteDayLeft(response);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = timeout.aborted
      ? 'The server took too long to respond. Try again.'
      : unreachable;
    throw new CallError(message, { status: 0 });
  }
}

async function toCallError(response: Response): Promise<CallError> {
  const { status, statusText, headers } = response;
  const body = refusalBody.safeParse(await response.json().catch(() => undefined));
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new CallError(failureMessage(status, statusText), {
    status,
    refusal: body.success ? body.data : undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

async function readReply<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<z.output<E['reply']>> {
  try {
    const wire: unknown = response.status === 204 ? undefined : await response.json();
    return z.decode(endpoint.reply, wire as never) as z.output<E['reply']>;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // Either truncated, or the app and the server have different versions.
    const isTruncated = error instanceof TypeError || error instanceof DOMException;
    const message = isTruncated
      ? unreachable
      : 'Unexpected response from the server. Reload the page and try again.';
    throw new CallError(message, { status: isTruncated ? 0 : response.status, cause: error });
  }
}
