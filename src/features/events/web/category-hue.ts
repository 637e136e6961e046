import type { CSSProperties } from 'react';

/** Sets `--hue` for the classes below. */
export function hueStyle(categoryColor: string): CSSProperties {
  return { '--hue': `#${categoryColor}` } as CSSProperties;
}

/** A 13% tint with a solid edge and ink text, so that every hue is readable in both themes. */
export const hueChipClass =
  'border-l-[3px] border-(--hue) bg-[color-mix(in_srgb,var(--hue)_13%,var(--surface))] text-ink';

export const hueFillClass = 'bg-(--hue)';
