export const emailsKey = ['emails'] as const;
export const emailLinkKey = ['email-link'] as const;
