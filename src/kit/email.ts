/** The longest address SMTP can carry (RFC 5321). */
export const maxEmailLength = 254;
