export type Bearer = { kind: 'none' } | { kind: 'unusable' } | { kind: 'token'; token: string };

/**
 * The bearer token of a request's raw headers. Two `Authorization` headers are unusable: which one
 * counts would depend on who reads them. Tokens anywhere else, such as in the query string where
 * logs would keep them, are not looked at.
 */
export function bearerOf(rawHeaders: readonly string[]): Bearer {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  const [value] = values;
  if (value === undefined) return { kind: 'none' };
  if (values.length > 1) return { kind: 'unusable' };
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(value)?.[1];
  return token === undefined ? { kind: 'unusable' } : { kind: 'token', token };
}
