/** Sort orders of the directory, and the size limit of an export. */
export const directorySorts = ['name', 'company', 'city', 'joined'] as const;
export type DirectorySort = (typeof directorySorts)[number];

export const maxExported = 10_000;
