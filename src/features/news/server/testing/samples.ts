/** Valid requests for the calls of news. */
import type { Samples } from '#app/testing/matrix/sample.ts';

export const samples: Samples = {
  'GET /home/news': { isAboutCaller: true },
  'PUT /home/visit': {
    isAboutCaller: true,
    leavesNoRecord: 'having looked changes nothing of the chapter',
  },
};
