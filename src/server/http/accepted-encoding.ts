/** The best first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send two dozen characters. Taking 16 KB apart would cost more than what is asked for. */
const maxHeaderLength = 200;

/** What a caller takes of these; every browser names one of the two. */
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
