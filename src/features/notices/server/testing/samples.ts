/** Right requests of the calls about emails. */
import type { Samples } from '#app/testing/matrix/sample.ts';

export const samples: Samples = {
  'PUT /emails': {
    body: () => ({ mail: 'weekly', isOn: false }),
    leavesNoRecord: 'it may be so already',
  },
  'POST /emails/link/look': { body: () => ({ token: 'unknown' }), status: 404 },
  'POST /emails/link': { body: () => ({ token: 'unknown', isOn: false }), status: 404 },
};
