import type { Ask } from '../../asks-contract.ts';

/** The address of an email that says one can help, for the user to finish and send. */
export function writeOffer(
  { email, firstName, asks }: Pick<Ask, 'email' | 'firstName' | 'asks'>,
  from: string,
): string {
  const subject = encodeURIComponent('I can help with your ask');
  const body = encodeURIComponent(
    `Hi ${firstName},\r\n\r\nYou're looking for: ${asks}\r\n\r\nHere's how I can help:\r\n\r\n\r\n\r\n${from}\r\n`,
  );
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}?subject=${subject}&body=${body}`;
}
