import type { Purpose } from '../../file.ts';

/**
 * What a browser's file picker offers; the server looks at the bytes. JPEG first: a phone that can send a
 * picture in several of these formats chooses the first.
 */
export const acceptedByPurpose: Record<Purpose, string> = {
  receipt: 'image/jpeg,image/png,image/webp,application/pdf',
  document: [
    'image/jpeg,image/png,image/webp',
    '.pdf,.docx,.dotx,.xlsx,.xltx,.pptx,.ppsx,.potx,.odt,.ott,.ods,.ots,.odp,.otp',
    '.rtf,.txt,.csv,.tsv,.md,.ics,.vcf,.eml',
  ].join(','),
};
