import { type Claim, isMet } from './claim.ts';

/** Formats claims as table rows, each followed by its details. */
export function report(claims: readonly Claim[]): string {
  return claims.map((claim) => `${formatLine(claim)}\n${formatDetails(claim)}`).join('');
}

export const heading = `${formatRow(['', 'claim', 'figure', 'limit', 'ratio', 'goal'])}\n`;

function formatLine(claim: Claim): string {
  const { name, figure, limit, ratio, goal } = claim;
  const bound = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return formatRow([isMet(claim) ? 'ok' : 'MISS', name, figure, limit, ratio.toFixed(2), bound]);
}

function formatRow([verdict = '', name = '', ...figures]: readonly string[]): string {
  const columns = figures.map((figure) => figure.padStart(11)).join('');
  return `${verdict.padEnd(5)}${name.padEnd(66)}${columns}`.trimEnd();
}

function formatDetails({ details = [] }: Claim): string {
  return details.map((detail) => `       ${detail}\n`).join('');
}
