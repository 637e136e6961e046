/** Keys of the browser's query cache; a write invalidates every query below its key. */
export const sessionKey = ['session'] as const;
export const oidcReturnKey = ['hosted-return'] as const;
export const oidcConnectionKey = ['hosted-connection'] as const;
export const secondFactorKey = ['second-factor'] as const;
export const passkeysKey = ['passkeys'] as const;
export const ownSessionsKey = ['own-sessions'] as const;
export const passwordResetKey = ['password-reset'] as const;
