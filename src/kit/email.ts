/** The maximum length of an address in SMTP (RFC 5321). */
export const maxEmailLength = 254;

/** Known to browsers and Node alike, though not part of the language. */
declare const URL: { parse(text: string): { readonly hostname: string } | null };

/** A domain of other letters as mail servers know it, and as Chromium puts it into fields: `ana@xn--mnchen-3ya.example`. */
export function toAsciiDomain(address: string): string {
  return address.replace(
    /(?<=^[^@]+@)(?=.*[^ -~])[\p{L}\p{M}\p{N}.-]+$/u,
    (domain) => URL.parse(`http://${domain}`)?.hostname ?? domain,
  );
}
