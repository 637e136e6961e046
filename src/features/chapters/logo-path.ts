/** Below it a chapter's logo by its hash. */
export const logoPath = '/chapter/logo';
