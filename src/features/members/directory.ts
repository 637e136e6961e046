/** How a directory may be sorted, and how much of it leaves at once. */
export const directorySorts = ['name', 'company', 'city', 'joined'] as const;
export type DirectorySort = (typeof directorySorts)[number];

export const maxExported = 10_000;
