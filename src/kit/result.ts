/**
 * Refusals are values: a rule said no. Throwing means a bug.
 * A refusal's `kind` decides the HTTP status (src/server/http/errors.ts), its `code` is stable for
 * programs, its `message` is for the person.
 */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'changed'
  | 'too-large'
  | 'wrong-type'
  | 'invalid'
  | 'too-many'
  | 'not-ready';

export type Refusal = {
  readonly kind: RefusalKind;
  /** Stable, snake_case, e.g. `expense_settled`. */
  readonly code: string;
  readonly message: string;
  /** The field at fault, as a path of the body or query, e.g. `participants.2`. */
  readonly field?: string;
  /** More for programs, e.g. the cents by which overrides miss the total. */
  readonly details?: Readonly<Record<string, unknown>>;
};

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Refused = { readonly ok: false; readonly refusal: Refusal };
export type Result<T> = Ok<T> | Refused;

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function refuse(
  kind: RefusalKind,
  code: string,
  message: string,
  more: Pick<Refusal, 'field' | 'details'> = {},
): Refused {
  return { ok: false, refusal: { kind, code, message, ...more } };
}

/** What is not there and what is another chapter's look the same. */
export function notFound(what: string): Refused {
  return refuse('not-found', 'not_found', `${what} not found`);
}
