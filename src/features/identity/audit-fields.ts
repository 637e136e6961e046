import type { AuditFields } from '#kit/audit-words.ts';

/** What happens to an account is recorded with its member. */
export const auditFields: AuditFields = {
  member: {
    names: {
      passkeyId: 'passkey',
      passkeys: 'passkeys',
      hadSecondFactor: 'authenticator app',
      issuer: 'sign-in provider',
      issuers: 'sign-in providers',
      subject: 'account with the provider',
      sessions: 'sessions',
      left: 'recovery codes left',
    },
    shown: [],
  },
};
