/** Sort orders of the directory, and the size limit of an export. */
export const directorySorts = ['name', 'company', 'city', 'joined'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** The index of the directory; `#` is for names that begin with anything else. */
export const initials = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'I',
  'J',
  'K',
  'L',
  'M',
  'N',
  'O',
  'P',
  'Q',
  'R',
  'S',
  'T',
  'U',
  'V',
  'W',
  'X',
  'Y',
  'Z',
  '#',
] as const;
export type Initial = (typeof initials)[number];

export const maxExported = 10_000;
