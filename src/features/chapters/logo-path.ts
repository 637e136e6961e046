/** Path prefix of logos, followed by the hash. */
export const logoPath = '/chapter/logo';
