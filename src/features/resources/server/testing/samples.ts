/** Right requests of the calls of resources. */
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { documentMakers, documentSamples } from './document-samples.ts';

export const makers: Makers = documentMakers;

export const samples: Samples = {
  ...documentSamples,
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
