/** Right requests of the calls of resources. */
import type { Samples } from '#app/testing/matrix/sample.ts';

export const samples: Samples = {
  'PUT /resources': {
    body: ({ fixtures }) => ({
      items: [
        {
          category: 'Documents',
          title: `Handbook ${fixtures.mark}`,
          description: '',
          leadsTo: { kind: 'address', url: 'https://docs.example.org/' },
        },
      ],
    }),
  },
};
