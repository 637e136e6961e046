/** The maximum length of an address in SMTP (RFC 5321). */
export const maxEmailLength = 254;
