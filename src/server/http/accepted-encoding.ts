/** In order of preference. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send about 25 characters; parsing 16 KB would cost more than the request itself. */
const maxHeaderLength = 200;

/** The encodings a caller accepts; every browser accepts one of the two. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  if (header.length > maxHeaderLength) return [];
  return encodings.filter((encoding) => takes(header, encoding));
}

/** `br;q=0` refuses it. */
function takes(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(';');
    return name?.trim() === encoding && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text));
  });
}
