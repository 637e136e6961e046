/**
 * Refusals are values; exceptions are bugs. A refusal's `kind` decides the HTTP status
 * (src/server/http/errors.ts), its `code` is stable for programs and its `message` is for people.
 */
export type RefusalKind =
  | 'moved'
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
  /** Further data for programs, e.g. the cents by which overrides miss the total. */
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

/** The same for missing records and for those of other chapters. */
export function notFound(what: string): Refused {
  return refuse('not-found', 'not_found', `${what} not found`);
}
