export type Box = { top: number; right: number; bottom: number; left: number };
export type Size = { width: number; height: number };

/** Between what floats and its anchor, and between it and the edge of the window; in px. */
const gap = 6;
const margin = 8;

/**
 * Where something that floats stands beside its anchor: below it, or above where there is more
 * room and below there is not enough; aligned with its start or end, and never over the edge.
 * All in px of the window.
 */
export function computePosition(
  anchor: Box,
  floating: Size,
  window: Size,
  align: 'start' | 'end',
): { top: number; left: number; maxHeight: number } {
  const below = window.height - anchor.bottom - gap - margin;
  const above = anchor.top - gap - margin;
  const isBelow = floating.height <= below || below >= above;
  const maxHeight = Math.max(0, isBelow ? below : above);
  const height = Math.min(floating.height, maxHeight);
  const wanted = align === 'start' ? anchor.left : anchor.right - floating.width;
  const furthest = window.width - margin - floating.width;
  return {
    top: isBelow ? anchor.bottom + gap : anchor.top - gap - height,
    left: Math.max(margin, Math.min(wanted, furthest)),
    maxHeight,
  };
}
