/** Colors of events, as six hexadecimal digits. A chapter's categories each have one of them. */

/** The colors of the specification with its names, which are the categories of a new chapter. */
export const categoryColors = [
  { color: '2563eb', name: 'Primary Blue' },
  { color: 'f59e0b', name: 'Accent Orange' },
  { color: '059669', name: 'Success Green' },
  { color: 'dc2626', name: 'Important Red' },
  { color: '7c3aed', name: 'Creative Purple' },
  { color: '0891b2', name: 'Info Cyan' },
] as const;

export const defaultCategoryColor = '2563eb';
