/** What people copy along with a number or an address is removed, so that it is no reason to refuse it. */

/** Marks that nobody sees, such as those around a number that was copied from a page. */
const invisible = /\p{Cf}/gu;

export const cleanPhone = (text: string): string =>
  text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim();

/** A host and what may follow it, as people write an address: `example.org/about`. */
const bareAddress = /^(?:[\p{L}\d-]{1,63}\.){1,10}\p{L}{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

export function cleanWebsite(text: string): string {
  const address = text.replaceAll(invisible, '').trim();
  return bareAddress.test(address) ? `https://${address}` : address;
}
