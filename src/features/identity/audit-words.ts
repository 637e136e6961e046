import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'account.identity-connected': 'connected a sign-in provider for',
    'account.identity-disconnected': 'disconnected a sign-in provider of',
    'account.password-reset': 'reset the password of',
    'account.password-change': 'changed the password of',
    'account.password-set': 'set a password for',
    'account.session-end': 'ended a session of',
    'account.sessions-end': 'ended the other sessions of',
    'account.second-factor-on': 'set up an authenticator app for',
    'account.second-factor-off': 'turned off the authenticator app of',
    'account.recovery-codes-new': 'created new recovery codes for',
    'account.recovery-code-used': 'used a recovery code of',
    'account.passkey-added': 'added a passkey for',
    'account.passkey-removed': 'removed a passkey of',
    'account.passkey-refused': 'rejected a possibly cloned passkey of',
    'account.factors-reset': 'removed the authenticator app and passkeys of',
  },
};
