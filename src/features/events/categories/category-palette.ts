import { categoryColors } from './category-color.ts';

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

/** The color's display name; a color that is not in the palette is named by its digits. */
export function describeColor(color: string): string {
  return paletteColors.find((known) => known.color === color)?.name ?? `#${color}`;
}
