/** The longest address SMTP can carry (RFC 5321). */
export const longestEmail = 254;
