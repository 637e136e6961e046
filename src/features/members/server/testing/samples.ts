/** Right requests of the calls of members. */

import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { type Fixtures, unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { jpegOf } from '#app/testing/pictures.ts';
import { newId } from '#server/database/ids.ts';
import { groupCalls } from '../../group-contract.ts';
import { membershipCalls } from '../../membership-contract.ts';
import { profileCalls } from '../../profile-contract.ts';

export const samples: Samples = {
  'PUT /users/{memberId}/role': { body: () => ({ role: 'treasurer' }) },
  'PUT /users/{memberId}/status': { body: () => ({ status: 'disabled' }) },
  'POST /users/{memberId}/erasure': {
    params: async ({ chapter, admin, mark }) => {
      const { memberId } = await chapter.person(`Lea ${mark}`);
      const params = { memberId };
      const change = { params, body: { city: unique('Harbor') } };
      (await admin.call(profileCalls.change, change)).value();
      const left = { params, body: { status: 'removed' as const } };
      (await admin.call(membershipCalls.changeStatus, left)).value();
      return params;
    },
    body: ({ fixtures }) => ({ name: `Lea ${fixtures.mark}` }),
  },
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
  'GET /members/{memberId}/photo/{photoHash}': {
    params: async ({ hub, chapter, mark }) => {
      const person = await chapter.person(`Pia ${mark}`);
      return { memberId: person.memberId, photoHash: await uploadPhoto(hub, person) };
    },
  },
  'PUT /members/{memberId}/photo': {
    params: async (_, caller) => ({ memberId: caller.memberId }),
    body: newPhoto,
    isAboutCaller: true,
  },
  'DELETE /members/{memberId}/photo': {
    params: async ({ hub }, caller) => {
      await uploadPhoto(hub, caller);
      return { memberId: caller.memberId };
    },
    isAboutCaller: true,
  },
  'PATCH /members/{memberId}': {
    params: async (_, caller) => ({ memberId: caller.memberId }),
    body: () => ({ city: unique('Harbor') }),
    isAboutCaller: true,
  },
};

/** Another one each time. */
function newPhoto(): Buffer {
  const side = 1 + Math.floor(Math.random() * 500);
  const plain = jpegOf(side, side);
  const scan = Buffer.from(newId().replaceAll('-', ''), 'latin1');
  return Buffer.concat([plain.subarray(0, -2), scan, plain.subarray(-2)]);
}

async function uploadPhoto(hub: TestHub, person: TestPerson): Promise<string> {
  const reply = await hub.request({
    method: 'PUT',
    url: `/api/members/${person.memberId}/photo`,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
    },
    payload: newPhoto(),
  });
  return (JSON.parse(reply.body) as { hash: string }).hash;
}

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
