/** Right requests of the calls of identity. */
import type { Samples } from '#app/testing/matrix/sample.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { insertPasskey } from '../factors/passkey-store.ts';

const credential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} };

const identity = 'it concerns an account or a session, which belong to no chapter';

export const samples: Samples = {
  'POST /auth/sign-in': {
    body: () => ({ email: 'nobody@example.org', password: 'not a password' }),
    status: 401,
    leavesNoRecord: identity,
  },
  'POST /auth/sign-out': { leavesNoRecord: identity },
  'POST /auth/token': { statusShutOut: 403, leavesNoRecord: identity },
  'POST /auth/chapter': {
    body: ({ fixtures }) => ({ chapterId: fixtures.chapter.id }),
    statusShutOut: 404,
    leavesNoRecord: identity,
  },
  'POST /auth/password': {
    body: () => ({ currentPassword: 'not mine', newPassword: 'correct horse battery' }),
    // No fixture account has a password.
    status: 422,
  },
  'POST /auth/password/first': { body: () => ({ newPassword: 'correct horse battery' }) },
  'DELETE /auth/sessions': { leavesNoRecord: 'there may be no other to end' },
  'DELETE /auth/sessions/{sessionId}': {
    params: async (_, caller) => ({ sessionId: caller.sessionId }),
    isAboutCaller: true,
  },
  // No fixture account has a password or has started what these calls finish.
  'POST /auth/sign-in/code': { body: () => ({ code: '123456' }), status: 401 },
  'POST /auth/sign-in/passkey/begin': { leavesNoRecord: identity },
  'POST /auth/sign-in/passkey': {
    body: () => ({
      passkey: {
        ...credential,
        response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
      },
    }),
    status: 401,
  },
  'POST /auth/second-factor/begin': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/second-factor/confirm': { body: () => ({ code: '123456' }), status: 409 },
  'POST /auth/second-factor/recovery-codes': {
    body: () => ({ currentPassword: 'not mine' }),
    status: 422,
  },
  'POST /auth/second-factor/remove': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/passkeys/begin': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/passkeys': {
    body: () => ({
      name: 'Phone',
      passkey: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    }),
    status: 422,
  },
  'DELETE /auth/passkeys/{passkeyId}': {
    params: async ({ hub }, { accountId }) => ({ passkeyId: await keepPasskey(hub.db, accountId) }),
    isAboutCaller: true,
  },
  // No OIDC provider is configured here.
  'POST /auth/hosted/begin': { body: () => ({ returnTo: '/' }), status: 404 },
  'POST /auth/hosted/finish': { body: () => ({ answer: 'code=1&state=2' }), status: 404 },
  'POST /auth/hosted/connect': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'DELETE /auth/hosted/connection': { status: 409 },
  'POST /auth/password-reset': {
    body: () => ({ email: 'nobody@example.org' }),
    // The fixtures' hub sends no mail.
    status: 409,
  },
  'POST /auth/password-reset/look': { body: () => ({ token: 'unknown' }), status: 404 },
  'POST /auth/password-reset/finish': {
    body: () => ({ token: 'unknown', newPassword: 'correct horse battery' }),
    status: 404,
  },
};

async function keepPasskey(db: Db, accountId: string): Promise<string> {
  const id = newId<'passkey'>();
  const about = { credentialId: id, publicKey: 'AA', counter: 0, transports: [], name: 'Phone' };
  await db
    .transaction()
    .execute((tx) => insertPasskey(tx, { id, accountId, ...about, now: '2026-01-01T00:00:00Z' }));
  return id;
}
