export type AuthorizationHeader =
  | { kind: 'none' }
  | { kind: 'unusable' }
  | { kind: 'token'; token: string };

/**
 * Reads the bearer token from raw headers. Two `Authorization` headers are rejected, because which
 * one counts would depend on the reader. Tokens elsewhere, such as in the query string, where logs
 * would keep them, are ignored.
 */
export function readBearer(rawHeaders: readonly string[]): AuthorizationHeader {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  const [value] = values;
  if (value === undefined) return { kind: 'none' };
  if (values.length > 1) return { kind: 'unusable' };
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(value)?.[1];
  return token === undefined ? { kind: 'unusable' } : { kind: 'token', token };
}
