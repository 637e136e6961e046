/** The category colors of events: six hexadecimal digits, as the specification writes them. */
export const categoryColors = [
  { color: '2563eb', name: 'Primary Blue' },
  { color: 'f59e0b', name: 'Accent Orange' },
  { color: '059669', name: 'Success Green' },
  { color: 'dc2626', name: 'Important Red' },
  { color: '7c3aed', name: 'Creative Purple' },
  { color: '0891b2', name: 'Info Cyan' },
] as const;

export const defaultCategoryColor = '2563eb';

/** The color's display name; a color that is not in the palette is named by its digits. */
export function describeColor(color: string): string {
  return categoryColors.find((known) => known.color === color)?.name ?? `#${color}`;
}
