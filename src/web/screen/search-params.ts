/** The parameters of a screen's address, each declared once. */
import * as z from 'zod/mini';

/**
 * Every value is the text that stands there, because the router's own reader takes `12.50` for 12.5 and `true` for no
 * text. Of a name given twice the last counts; NUL is no text that anyone can search for.
 */
export function readAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text.replaceAll('%00', '')));
}

export function writeAddress(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}

type Params = Readonly<Record<string, z.ZodMiniType>>;

export type SearchOf<Declared extends Params> = {
  [Name in keyof Declared]?: z.output<Declared[Name]> | undefined;
};

/** Reads an address; a parameter that is invalid counts as missing. */
export function parseSearch<Declared extends Params>(
  params: Declared,
  raw: Record<string, unknown>,
): SearchOf<Declared> {
  const read = Object.entries(params).map(([name, param]) => [
    name,
    param.safeParse(raw[name]).data,
  ]);
  return Object.fromEntries(read) as SearchOf<Declared>;
}

/** From 2, as text in an address; missing for the first page. */
export const pageParam = z.coerce
  .number()
  .check(z.int(), z.minimum(2), z.maximum(1_000_000)) as z.ZodMiniType<number>;

export const directionParam = z.enum(['asc', 'desc']);
export type SortDirection = z.output<typeof directionParam>;

export const textParam = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most)) as z.ZodMiniType<string>;
