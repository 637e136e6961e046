import type { RefusalBody } from '#kit/endpoint.ts';

/**
 * What HTTP/2 leaves out of its replies: the standard words of every status the API may send, as the
 * server sends them on HTTP/1.1.
 */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * A call that did not succeed. `status` 0: no answer came (offline, timeout). `refusal` is what the
 * server says about it; its message is for the person, its code for the program.
 */
export class CallError extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;
  /** Seconds to wait, where the server names them (429, 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    about: {
      status: number;
      refusal?: RefusalBody | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.name = 'CallError';
    this.status = about.status;
    this.refusal = about.refusal;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** `API request failed: 404 Not Found`, the words of every reply that is not OK. */
export function failureMessage(status: number, statusText: string): string {
  return `API request failed: ${status} ${statusText || (statusTexts[status] ?? '')}`.trimEnd();
}

/** The server's own words about a failure, for a form to show in place; undefined when it has none. */
export function refusalOf(error: unknown): RefusalBody | undefined {
  return error instanceof CallError ? error.refusal : undefined;
}

/**
 * Why a write failed, in words for a person: the server's own where those are not for a program.
 * `isSavedOnce`: sent again as it is, the write happens once (a key or a version keeps it so).
 */
export function failureWords(error: unknown, { isSavedOnce = true } = {}): string {
  if (hasCode(error, 'database_unavailable')) {
    return isSavedOnce
      ? "The database isn't responding, so we don't know whether this was saved. Try again; nothing will be saved twice."
      : "The database isn't responding, so we don't know whether this was done. Try again in a moment.";
  }
  const refusal = refusalOf(error);
  return refusal ? toSentence(refusal.message) : (messageOf(error) ?? String(error));
}

/** Stands after another sentence, or alone. */
function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** The message of a failure, where it has one. */
export function messageOf(error: unknown): string | undefined {
  return (error instanceof Error && error.message) || undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return refusalOf(error)?.code === code;
}

/** No answer came: the same call may succeed later, unchanged. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.status === 0;
}

/** It is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/** Somebody else changed it since it was seen. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof CallError && error.status === 412;
}
