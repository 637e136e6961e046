import type { RefusalBody } from '#kit/endpoint.ts';

/**
 * HTTP/2 replies have no status text. These are the texts that the server sends on HTTP/1.1 for every
 * status the API may return.
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
 * A failed call. `status` is 0 if no response arrived (offline, timeout). `refusal` is the server's
 * reason: its message is for people, its code for programs.
 */
export class CallError extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;
  /** Seconds to wait, if the server sends them (429, 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      refusal?: RefusalBody | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'CallError';
    this.status = details.status;
    this.refusal = details.refusal;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** `API request failed: 404 Not Found` */
export function failureMessage(status: number, statusText: string): string {
  return `API request failed: ${status} ${statusText || (statusTexts[status] ?? '')}`.trimEnd();
}

/** The server's reason for a failure, if it sent one. */
export function getRefusal(error: unknown): RefusalBody | undefined {
  return error instanceof CallError ? error.refusal : undefined;
}

/**
 * Describes why a write failed, for people: the server's message unless that is for programs.
 * `isSavedOnce` means that a key or a version keeps a repeated request from saving twice.
 */
export function describeFailure(error: unknown, { isSavedOnce = true } = {}): string {
  if (hasCode(error, 'database_unavailable')) {
    return isSavedOnce
      ? "The database isn't responding, so we don't know whether this was saved. Try again; nothing will be saved twice."
      : "The database isn't responding, so we don't know whether this was done. Try again in a moment.";
  }
  const refusal = getRefusal(error);
  return refusal ? toSentence(refusal.message) : (getErrorMessage(error) ?? String(error));
}

function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

export function getErrorMessage(error: unknown): string | undefined {
  return (error instanceof Error && error.message) || undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return getRefusal(error)?.code === code;
}

/** No response arrived: the same call may succeed later. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.status === 0;
}

/** The server could not be reached or failed: the same call may succeed later. Refusals are final. */
export function isOutage(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof CallError && error.status >= 500);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/** Someone else changed the record first. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.status === 412;
}
