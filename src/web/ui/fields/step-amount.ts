/** Adds or subtracts one cent, never below zero; undefined if the text is not an amount. */
export function stepAmount(text: string, step: 1 | -1): string | undefined {
  const plain = text.replaceAll(',', '').trim() || '0';
  const match = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(plain);
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  const next = Math.max(0, cents + step);
  return `${Math.floor(next / 100)}.${String(next % 100).padStart(2, '0')}`;
}
