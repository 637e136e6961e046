/** The parameters of a screen's address, each declared once. */
import * as z from 'zod/mini';

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

/** From 2; missing for the first page. */
export const pageParam = z.coerce
  .number()
  .check(z.int(), z.minimum(2), z.maximum(1_000_000)) as z.ZodMiniType<number>;

export const directionParam = z.enum(['asc', 'desc']);
export type SortDirection = z.output<typeof directionParam>;

/** The router parses digits as a number. */
export const textParam = (most: number) =>
  z.pipe(
    z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
    z.string().check(z.minLength(1), z.maxLength(most)),
  );
