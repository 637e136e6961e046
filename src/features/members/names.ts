/** A stored name; only the display name is always present. */
export type StoredName = {
  readonly displayName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

type Names = { readonly firstName: string; readonly lastName: string };

/**
 * First and last name of a person. If either is missing, the first word of the display name is the
 * first name and the rest the last name (specification, section 3), so that the two always match
 * each other.
 */
export function firstAndLastName(name: StoredName): Names {
  const firstName = name.firstName?.trim() ?? '';
  const lastName = name.lastName?.trim() ?? '';
  if (firstName && lastName) return { firstName, lastName };
  const [first = '', ...rest] = name.displayName.trim().split(/\s+/);
  return { firstName: first, lastName: rest.join(' ') };
}

/** What follows a name after a comma and is no first name. */
const suffix =
  /^(?:jr|sr|ii|iii|iv|[2-5](?:nd|rd|th)|esq(?:uire)?|md|dds|dvm|jd|phd|mba|cpa|cfa|cfp|pe|rn|bsn|msn|lcsw|drs?|prof)$/i;
const isSuffix = (part: string) => suffix.test(part.replaceAll(/[.®™ ]/g, ''));

/** After a whole name, such as `Nora Quill, FACHE`: the letters of an unknown degree, or a first name. */
const isDegreeOrName = (part: string, head: string) =>
  /^[\p{Lu}®™ ]{2,}(?:\(.*\))?$/u.test(part) && / /.test(head) && /\p{Ll}/u.test(head);

/** What stands before a first name and is none. */
const title = /^(?:(?:dr|mrs?|ms|prof)\.?|(?:mx|rev|hon|capt|lt|col|gen|sgt)\.)$/i;

/**
 * Splits a whole name. By hand: of the libraries for names none is kept.
 *
 * `Nora Quill`, `Quill, Nora` and `Nora Quill, Jr.`; undefined for what could be read in two ways, such as
 * `Quill, Nora, Ada` or `Nora Quill, FACHE`. A title stays with the first name.
 */
export function splitFullName(text: string): Names | undefined {
  const [head = '', ...rest] = text
    .split(/[,，、]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '));
  const parts = rest.filter((part) => part !== '');
  const suffixes = parts.filter(isSuffix);
  const others = parts.filter((part) => !isSuffix(part));
  if (others.length > 1 || head === '') return undefined;
  const [firstName] = others;
  if (firstName !== undefined) {
    // A suffix stands at the end.
    if (parts[0] !== firstName || isDegreeOrName(firstName, head)) return undefined;
    return { firstName, lastName: [head, ...suffixes].join(', ') };
  }
  const words = head.split(' ');
  const isTitled = words.length > 2 && title.test(words[0] ?? '');
  const first = words.splice(0, isTitled ? 2 : 1).join(' ');
  return { firstName: first, lastName: [words.join(' '), ...suffixes].filter(Boolean).join(', ') };
}
