import type { LimitServices } from '#server/http/limits/rate-limit.ts';
import { isKnownDevice } from '../shared/device-cookie.ts';
import type { IdentityServices } from '../shared/services.ts';
import { readSessionCookie } from '../shared/session-cookie.ts';
import { countAttempts, giveBackAttempts } from './attempt-store.ts';

export function createLimitServices(services: IdentityServices): LimitServices {
  return {
    findBrowser: ({ headers }) => readSessionCookie(headers.cookie, services),
    isKnownDevice: (request, email) => isKnownDevice(request, email, services),
    countShared: (counts) => countAttempts(services.db, counts),
    giveBackShared: (counts) => giveBackAttempts(services.db, counts),
  };
}
