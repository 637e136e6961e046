/**
 * Contract → fetch. Every call of the app goes through here: arguments encoded by the contract's
 * schemas, the bearer token, one idempotency key per intent, the reply decoded, failures in the
 * spec's words.
 */
import * as z from 'zod/mini';
import { type Endpoint, refusalBody } from '#kit/endpoint.ts';
import { baseOf } from './api-base.ts';
import { CallError, failureMessage } from './call-error.ts';
import { earlyAnswer, forgetEarlyAnswers } from './early-answers.ts';
import { newId } from './new-id.ts';
import { type Arguments, addressOf, bodyOf, type LooseArguments } from './request.ts';
import { type BearerToken, createTokenKeeper } from './token.ts';

type Settings = {
  signal?: AbortSignal | undefined;
  /** `useIdempotencyKey().keyFor(payload)`; without one each call has a key of its own. */
  idempotencyKey?: string | undefined;
  /** The version that was seen: the write is refused (412) when somebody changed it meanwhile. */
  ifMatch?: number | undefined;
  /** Goes on when the page is left meanwhile. */
  keepalive?: boolean | undefined;
  /** What the failure says when there is no token to be had. */
  withoutToken?: string | undefined;
};

const longestWaitMilliseconds = 30_000;
const unreachable = "Can't reach the server. Check your connection and try again.";

/** The chapter on the screen: nothing of another one may get there. */
let shownChapter: string | undefined;
export const showChapter = (id: string | undefined): void => void (shownChapter = id);

/** Says where bearer tokens come from; before the first call that needs one. */
export const setTokenSource = (source: typeof fetchToken): void => void (fetchToken = source);
let fetchToken = (): Promise<BearerToken> => Promise.reject(new Error('no token source is set'));

const tokens = createTokenKeeper(async () => {
  const made = await fetchToken();
  if (shownChapter === undefined || made.chapterId === shownChapter) return made;
  // The chapter was switched elsewhere, and nobody told us.
  throw new CallError(unreachable, { status: 403 });
});

/** Forgets the bearer token and what came by it: after signing out and when the chapter changes. */
export function forgetToken(): void {
  tokens.forget();
  forgetEarlyAnswers();
}

/** Keeps the bearer token that came along with another reply. */
export const holdToken = (reply: BearerToken): void => tokens.hold(reply);

/** Fetches the bearer token ahead of the first call that needs it. */
export function warmToken(): void {
  tokens.current().catch(() => undefined);
}

/** Hears that the session does not let the person in any more. Returns how to stop. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}
const lostListeners = new Set<() => void>();

/**
 * Calls the API. Resolves to the reply in the domain's types; every failure is a `CallError`,
 * except an abort by `signal`, which stays an AbortError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Arguments<E> & Settings,
): Promise<z.output<E['reply']>> {
  const settings: Settings & LooseArguments = sent;
  const request = prepare(endpoint, settings);
  const response =
    endpoint.credential === 'bearer'
      ? await fetchWithToken(request, settings)
      : await fetchWithCookie(endpoint, request, settings);
  if (!response.ok) throw await failureOf(response);
  return readReply(endpoint, response);
}

type Init = Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
type Prepared = { address: string; init: Init };

function prepare(endpoint: Endpoint, sent: Settings & LooseArguments): Prepared {
  try {
    const body = bodyOf(endpoint, sent);
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = endpoint.bodyType;
    if (endpoint.method === 'POST') headers['idempotency-key'] = sent.idempotencyKey ?? newId();
    if (sent.ifMatch !== undefined) headers['if-match'] = `"${sent.ifMatch}"`;
    const init = {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(sent.keepalive ? { keepalive: true } : {}),
    };
    return { address: baseOf(endpoint) + addressOf(endpoint, sent), init };
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw refusedHere(error);
    throw error;
  }
}

/** What the contract forbids needs no journey: refused as the server would. */
function refusedHere(error: z.core.$ZodError): CallError {
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
  request: Prepared,
  settings: Settings,
): Promise<Response> {
  const headers = { ...request.init.headers };
  // The cookie alone does not say which chapter is asked about.
  if (shownChapter && endpoint.credential !== 'none' && endpoint.policy === 'member')
    headers['x-chapter'] = shownChapter;
  const init = { ...request.init, headers, credentials: 'include' } as const;
  const response = await send(init, request, settings);
  // Of a call that anyone may make, 401 is about what was sent and not about the session.
  if (response.status === 401 && endpoint.policy !== 'anyone') sessionIsLost();
  return response;
}

/** A token may have died early (signed out elsewhere, another role): one fresh token, one retry. */
async function fetchWithToken(request: Prepared, settings: Settings): Promise<Response> {
  const token = await tokenOr(settings.withoutToken);
  const response = await sendWith(token, request, settings);
  if (response.status !== 401) return response;
  tokens.drop(token);
  const again = await sendWith(await tokenOr(settings.withoutToken), request, settings);
  if (again.status === 401) sessionIsLost();
  return again;
}

function sendWith(token: string, request: Prepared, settings: Settings): Promise<Response> {
  const headers = { ...request.init.headers, authorization: `Bearer ${token}` };
  return send({ ...request.init, headers }, request, settings);
}

async function tokenOr(words = 'No auth token available'): Promise<string> {
  try {
    return await tokens.current();
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 401 && error.status !== 403))
      throw error;
    // 403: still signed in, but in no chapter any more. The session tells.
    if (error.status === 403) sessionIsLost();
    throw new CallError(words, { status: error.status });
  }
}

function sessionIsLost(): void {
  for (const listener of lostListeners) listener();
}

async function send(init: Init, { address }: Prepared, { signal }: Settings): Promise<Response> {
  const early = earlyAnswer(address, init);
  const tooLong = AbortSignal.timeout(longestWaitMilliseconds);
  try {
    if (early) {
      const response = await early;
      signal?.throwIfAborted();
      return response;
    }
    return await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const words = tooLong.aborted ? 'The server took too long to respond. Try again.' : unreachable;
    throw new CallError(words, { status: 0 });
  }
}

async function failureOf(response: Response): Promise<CallError> {
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
    // Cut off on its way; else the app and the server are of different versions.
    const isCutOff = error instanceof TypeError || error instanceof DOMException;
    const words = isCutOff
      ? unreachable
      : 'Unexpected response from the server. Reload the page and try again.';
    throw new CallError(words, { status: isCutOff ? 0 : response.status, cause: error });
  }
}
