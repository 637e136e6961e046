/** The maximum length of an address in SMTP (RFC 5321). */
export const maxEmailLength = 254;

/** Known to browsers and Node alike, though not part of the language. */
declare const URL: {
  new (text: string): { readonly hostname: string };
  canParse(text: string): boolean;
};

/** A domain of other letters as mail servers know it, and as Chromium puts it into fields: `ana@xn--mnchen-3ya.example`. */
export function toAsciiDomain(address: string): string {
  return address.replace(/(?<=^[^@]+@)(?=.*[^ -~])[\p{L}\p{M}\p{N}.-]+$/u, (domain) =>
    URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain,
  );
}
