/** Where the browser keeps what it has read; a write refreshes what lies below a key. */
export const sessionKey = ['session'] as const;
export const oidcReturnKey = ['hosted-return'] as const;
export const oidcConnectionKey = ['hosted-connection'] as const;
export const secondFactorKey = ['second-factor'] as const;
export const passkeysKey = ['passkeys'] as const;
export const ownSessionsKey = ['own-sessions'] as const;
export const passwordResetKey = ['password-reset'] as const;
