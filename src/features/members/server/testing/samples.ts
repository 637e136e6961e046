/** Right requests of the calls of members. */
import { type Fixtures, unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { newId } from '#server/database/ids.ts';
import { groupCalls } from '../../group-contract.ts';

export const samples: Samples = {
  'PUT /users/{memberId}/role': { body: () => ({ role: 'treasurer' }) },
  'PUT /users/{memberId}/status': { body: () => ({ status: 'disabled' }) },
  'POST /member-groups': {
    body: ({ fixtures }) => groupBody(fixtures),
  },
  'PUT /member-groups/{groupId}': {
    body: ({ fixtures }) => groupBody(fixtures),
  },
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

function groupBody({ owner, other, mark }: Fixtures) {
  return { name: unique(mark).slice(0, 60), memberIds: [owner.memberId, other.memberId] };
}

export const makers: Makers = {
  groupId: async (fixtures) => {
    const body = groupBody(fixtures);
    return (await fixtures.admin.call(groupCalls.create, { body })).value().id;
  },
  memberId: async ({ chapter, mark }) => (await chapter.person(`Mia ${mark}`)).memberId,
};
