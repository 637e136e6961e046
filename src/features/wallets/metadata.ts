/** A transaction's `metadataJson` is free text of at most 8 KB in UTF-8. */
export const maxMetadataBytes = 8192;

/** Length in UTF-8 bytes; runs in the browser and on the server. */
export function utf8Bytes(value: string): number {
  let bytes = 0;
  for (const character of value) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}
