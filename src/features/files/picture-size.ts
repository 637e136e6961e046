/** How large a picture is kept, in pixels: by its shorter side, as a long receipt is read by the width of its lines. */

/** Enough to read small print of a bill. */
const longSide = 2_400;
/** Of a long one, as wide as the screens and phones it is taken with. */
const shortSide = 1_200;
/** What Safari draws, and at most 10 MB as JPEG. */
const maxArea = 15_000_000;
/** Firefox draws no more. */
const maxSide = 32_000;

type Size = { readonly width: number; readonly height: number };

export function fitPicture({ width, height }: Size): Size {
  const long = Math.max(width, height);
  const wanted = Math.max(longSide / long, shortSide / Math.min(width, height));
  const scale = Math.min(1, wanted, Math.sqrt(maxArea / (width * height)), maxSide / long);
  const fit = (side: number) => Math.max(1, Math.floor(side * scale));
  return { width: fit(width), height: fit(height) };
}
