export type Box = { top: number; right: number; bottom: number; left: number };
export type Size = { width: number; height: number };

/** Distances to the anchor and to the edge of the window in px. */
const gap = 6;
const margin = 8;

/**
 * Positions a popover beside its anchor: below it, or above if it does not fit below and there is more
 * room above; aligned with the anchor's start or end and inside the window. All values are in px.
 */
export function computePosition(
  anchor: Box,
  popover: Size,
  window: Size,
  align: 'start' | 'end',
): { top: number; left: number; maxHeight: number } {
  const below = window.height - anchor.bottom - gap - margin;
  const above = anchor.top - gap - margin;
  const isBelow = popover.height <= below || below >= above;
  const maxHeight = Math.max(0, isBelow ? below : above);
  const height = Math.min(popover.height, maxHeight);
  const aligned = align === 'start' ? anchor.left : anchor.right - popover.width;
  const maxLeft = window.width - margin - popover.width;
  return {
    top: isBelow ? anchor.bottom + gap : anchor.top - gap - height,
    left: Math.max(margin, Math.min(aligned, maxLeft)),
    maxHeight,
  };
}
