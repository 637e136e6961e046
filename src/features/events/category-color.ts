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

/** Every color a category can have. The further ones have a contrast of 3:1 in both themes. */
export const paletteColors: readonly { readonly color: string; readonly name: string }[] = [
  ...categoryColors,
  { color: 'db2777', name: 'Pink' },
  { color: 'a16207', name: 'Brown' },
  { color: '65a30d', name: 'Lime' },
  { color: '0d9488', name: 'Teal' },
  { color: '6366f1', name: 'Indigo' },
  { color: '64748b', name: 'Slate' },
];

export const defaultCategoryColor = '2563eb';

/** The color's display name; a color that is not in the palette is named by its digits. */
export function describeColor(color: string): string {
  return paletteColors.find((known) => known.color === color)?.name ?? `#${color}`;
}
