import { type Claim, isKept } from './claim.ts';

/** The claims as lines of a table, each followed by what it is made of. */
export function report(claims: readonly Claim[]): string {
  return claims.map((claim) => `${line(claim)}\n${details(claim)}`).join('');
}

export const heading = `${row(['', 'claim', 'figure', 'limit', 'ratio', 'goal'])}\n`;

function line(claim: Claim): string {
  const { name, figure, limit, ratio, goal } = claim;
  const bound = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return row([isKept(claim) ? 'ok' : 'MISS', name, figure, limit, ratio.toFixed(2), bound]);
}

function row([verdict = '', name = '', ...figures]: readonly string[]): string {
  const columns = figures.map((figure) => figure.padStart(11)).join('');
  return `${verdict.padEnd(5)}${name.padEnd(66)}${columns}`.trimEnd();
}

function details({ details = [] }: Claim): string {
  return details.map((detail) => `       ${detail}\n`).join('');
}
