/** Which square of a picture is shown. */
export type Framing = {
  /** 1 shows as much as fits. */
  readonly zoom: number;
  /** From 0 (left or top) to 1 (right or bottom) of the room that the square has. */
  readonly x: number;
  readonly y: number;
};

export type Size = { readonly width: number; readonly height: number };

export const centered: Framing = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The square in pixels of the picture; always inside it. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Framing) {
  const side = Math.min(width, height) / zoom;
  return { side, left: (width - side) * x, top: (height - side) * y };
}

/** Moves the picture beneath the square, by parts of the square's side. */
export function movePicture(size: Size, framing: Framing, dx: number, dy: number): Framing {
  const { side } = cropSquare(size, framing);
  const move = (at: number, by: number, room: number) =>
    room > 0 ? Math.min(1, Math.max(0, at - (by * side) / room)) : at;
  return {
    ...framing,
    x: move(framing.x, dx, size.width - side),
    y: move(framing.y, dy, size.height - side),
  };
}
