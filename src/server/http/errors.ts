/** Converts refusals and failures to HTTP; the only place that maps kinds to statuses. */
import type { RefusalBody } from '#kit/endpoint.ts';
import type { Refusal, RefusalKind } from '#kit/result.ts';
import { type StorageTrouble, toStorageTrouble } from '../checks/storage.ts';
import { databaseErrorCode } from '../database/db.ts';
import { BucketError } from '../s3/bucket-error.ts';
import { DamagedContent } from './content.ts';

export const statusByKind: Record<RefusalKind, number> = {
  moved: 301,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  changed: 412,
  'too-large': 413,
  'wrong-type': 415,
  invalid: 422,
  'too-many': 429,
  'not-ready': 503,
};

export function toRefusalBody(refusal: Refusal): RefusalBody {
  const { code, message, field, details } = refusal;
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(details === undefined ? {} : { details: { ...details } }),
  };
}

const serverFailure: Refusal = {
  kind: 'not-ready',
  code: 'internal_error',
  message: 'Something went wrong on our side. Nothing was changed.',
};

const outcomeUnknown: Refusal = {
  kind: 'not-ready',
  code: 'database_unavailable',
  message:
    'The database is not responding, so the outcome is unknown. Try again with the same Idempotency-Key.',
};

const notRead: Refusal = {
  kind: 'not-ready',
  code: 'database_unavailable',
  message: 'The database is not responding. Try again in a moment.',
};

const busy: Refusal = {
  kind: 'not-ready',
  code: 'busy',
  message: 'The server is busy. Try again in a moment.',
};

/** See `chapter-archive/move-chapter.ts`. */
export const chapterMoving: Refusal = {
  kind: 'not-ready',
  code: 'chapter_moving',
  message:
    'This chapter is being moved to another server. Until then it can only be read. Try again later.',
};

const filesUnreachable: Refusal = {
  kind: 'not-ready',
  code: 'files_unreachable',
  message: "Files can't be reached at the moment. Nothing was changed. Try again soon.",
};

const contentLost: Refusal = {
  kind: 'not-found',
  code: 'content_lost',
  message: 'The content of this file is lost. Anyone who has a copy can add it again.',
};

/** The statement failed as a whole, so nothing of it was saved. */
export const storageRefusals: Record<StorageTrouble, Refusal> = {
  storage_full: {
    kind: 'not-ready',
    code: 'storage_full',
    message:
      'Nothing was saved: the server has run out of space. Your administrator must free some.',
  },
  storage_damaged: {
    kind: 'not-ready',
    code: 'storage_damaged',
    message: 'The server cannot read its data because of a damaged disk. Tell your administrator.',
  },
  read_only: {
    kind: 'not-ready',
    code: 'read_only',
    message: 'Nothing was saved: the server can only read at the moment. Try again later.',
  },
};

const byCode: Record<string, Refusal> = {
  // Lock timeouts and serialization failures: nothing was done.
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  RESTS: chapterMoving,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    kind: 'wrong-type',
    code: 'unsupported_media_type',
    message: 'This content type is not supported here',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    kind: 'too-large',
    code: 'too_large',
    message: 'The request is too large. Send less at once',
  },
  FST_UNDER_PRESSURE: busy,
  HUB_BUSY: busy,
};

/**
 * Converts a thrown error to a status and a refusal. Only bugs are a 500, without details. Failed
 * reads never have an unknown outcome.
 */
export function toFailure(
  error: unknown,
  { isRead = false } = {},
): { status: number; refusal: Refusal; isBug: boolean } {
  const code = databaseErrorCode(error) ?? '';
  const trouble = toStorageTrouble(error);
  const known = trouble === undefined ? byCode[code] : storageRefusals[trouble];
  if (known) return { status: statusByKind[known.kind], refusal: known, isBug: false };
  if (error instanceof BucketError) return { status: 503, refusal: filesUnreachable, isBug: false };
  if (error instanceof DamagedContent) return { status: 404, refusal: contentLost, isBug: false };
  if (isConnectionFailure(error, code))
    return { status: 503, refusal: isRead ? notRead : outcomeUnknown, isBug: false };
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const message = "The request couldn't be read";
    return { status, refusal: { kind: 'malformed', code: 'malformed', message }, isBug: false };
  }
  return { status: 500, refusal: serverFailure, isBug: true };
}

const connectionCodes =
  /^(08|57P|ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|53300|25P03|57014)/;

function isConnectionFailure(error: unknown, code: string): boolean {
  if (connectionCodes.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout/i.test(
    message,
  );
}
