/** How sheets show values, as SQL. */

/** Exact, with two decimals. */
export const amount = (cents: string) => `(${cents} / 100.0)::numeric(20, 2)`;

/** UTC. */
export const time = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export const localTime = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI')`;
