/** Right requests of the calls of members. */
import { unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { newId } from '#server/database/ids.ts';

export const samples: Samples = {
  'PUT /users/{memberId}/role': { body: () => ({ role: 'treasurer' }) },
  'PUT /users/{memberId}/status': { body: () => ({ status: 'disabled' }) },
  'GET /members/export': { query: () => ({ format: 'csv' }) },
  'POST /members/import': {
    body: () => ({
      text: `Name,Email\nNew Member,${newId()}@example.org\n`,
      isDryRun: false,
    }),
  },
  'PATCH /members/{memberId}': {
    params: async (_, caller) => ({ memberId: caller.memberId }),
    body: () => ({ city: unique('Harbor') }),
    isAboutCaller: true,
  },
};

export const makers: Makers = {
  memberId: async ({ chapter, mark }) => (await chapter.person(`Mia ${mark}`)).memberId,
};
