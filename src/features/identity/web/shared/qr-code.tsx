import { encode } from 'uqr';

/**
 * Black on white with a white border in both themes, because cameras expect that. What it says must
 * also stand beside it as text.
 */
export function QrCode({
  text,
  label,
  errorCorrection = 'L',
}: {
  text: string;
  label: string;
  /** How much of it may be damaged: 7 % or 15 %. */
  errorCorrection?: 'L' | 'M';
}) {
  const { data, size } = encode(text, { border: 4, ecc: errorCorrection });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-52 max-w-full rounded-control border border-line"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
