/** Only what a telephone dials: digits, and a plus in front. */
export function telephoneUrl(phone: string): string {
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replaceAll(/\D/g, '')}`;
}
