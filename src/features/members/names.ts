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
  /^(?:jr|sr|ii|iii|iv|[2-5](?:nd|rd|th)|esq(?:uire)?|ret|md|dds|dvm|jd|phd|mba|cpa|cfa|cfp|pe|rn|bsn|msn|lcsw|drs?|prof)$/i;
const isSuffix = (part: string) => suffix.test(part.replaceAll(/[.®™ ]/g, ''));

/** After a whole name, such as `Nora Quill, FACHE`, `… B.A.` or `… M.Ed.`: an unknown degree or the like, or a first name. */
const isDegreeOrName = (part: string, head: string) =>
  /\p{Lu}\.?\p{Lu}|\p{Ll}\p{Lu}$|\.\p{Lu}\p{Ll}|^\p{Ll}/u.test(part) &&
  [/^\p{Lu}/u, /\p{Ll}/u, / /].every((each) => each.test(head));

/** Two people, such as `Nora & Ada Quill`. */
const several = / (?:&|\+|and|et|und|\/) /i;

/** What a list has before and behind a name. */
const listMarks = /^(?:\d{1,4}[.)]|[*•])\s+|(?<!\*)\*{1,3}$/g;

/** What stands before a first name and is none, such as `Prof. Dr. med.` */
const title =
  /^(?:(?:dr|mrs?|ms|miss|prof|sir|dame|herr|frau|mme)\.?|(?:mx|rev|hon|capt|lt|col|gen|sgt|sra?|dr\.-ing|med|phil|jur|rer|nat|h\.?c|habil)\.)$/i;

/** `Ms.` and the like, which some programs call a title, too. */
export const isHonorific = (text: string): boolean => title.test(text.trim());

/**
 * Splits a whole name. By hand: of the libraries for names none is kept.
 *
 * `Nora Quill`, `Quill, Nora` and `Nora Quill, Jr.`; undefined for what could be read in two ways, such as
 * `Quill, Nora, Ada`, `Nora Quill, FACHE` or `Nora & Ada Quill`, and for an address. Titles stay with the first name.
 */
export function splitFullName(text: string): Names | undefined {
  const [head = '', ...rest] = text
    .trim()
    .replaceAll(listMarks, '')
    .split(/[,，、;]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '));
  const parts = rest.filter((part) => part !== '');
  const suffixes = parts.filter(isSuffix);
  const others = parts.filter((part) => !isSuffix(part));
  if (others.length > 1 || head === '' || several.test(text) || text.includes('@'))
    return undefined;
  const [firstName] = others;
  if (firstName !== undefined) {
    // A suffix stands at the end.
    if (parts[0] !== firstName || isDegreeOrName(firstName, head)) return undefined;
    return { firstName, lastName: [head, ...suffixes].join(', ') };
  }
  const words = head.split(' ');
  const begin = words.findIndex((word) => !title.test(word));
  const first = words.splice(0, Math.max(1, Math.min(begin + 1, words.length - 1))).join(' ');
  return { firstName: first, lastName: [words.join(' '), ...suffixes].filter(Boolean).join(', ') };
}
