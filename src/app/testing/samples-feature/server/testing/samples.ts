/** Right requests of the calls of samples. */
import type { Fixtures } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { sampleCalls } from '../../contract.ts';

const sampleBody = ({ owner, mark }: Fixtures) => ({
  memberId: owner.memberId,
  title: `Sample ${mark}`,
  amount: 12.5,
});

export const samples: Samples = {
  'POST /samples': { body: ({ fixtures }) => sampleBody(fixtures) },
};

export const makers: Makers = {
  sampleId: async (fixtures) => {
    const raw = JSON.stringify(sampleBody(fixtures));
    return (await fixtures.admin.call(sampleCalls.create, { raw })).value().id;
  },
};
