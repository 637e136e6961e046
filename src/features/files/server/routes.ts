import { ok } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import { createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import type { Api } from '#server/http/serve.ts';
import { fileCalls } from '../contract.ts';
import { finishUpload, prepareFinish } from './finish.ts';
import { createPictureMaker } from './picture-maker.ts';
import { beginUpload, findUpload, savePart, toUpload } from './uploads.ts';

export function fileRoutes(api: Api, maxChapterBytes: number): void {
  const makePicture = createPictureMaker();
  api.serve(fileCalls.begin, (context) => beginUpload(context, maxChapterBytes));
  api.serve(fileCalls.read, async ({ db, caller, params }) => {
    const found = await findUpload(db, caller, params.fileId);
    return found.ok ? ok(await toUpload(db, caller, found.value)) : found;
  });
  // One after the other, which is as fast: at once they take the connections and memory that others wait for.
  const turns = createConcurrencyLimit(1);
  api.serveWithoutReplay(fileCalls.sendPart, (context) =>
    doInSlot(turns, 'all', () => inTransaction(context.db, (tx) => savePart({ ...context, tx }))),
  );
  api.servePrepared(
    fileCalls.finish,
    (context) => prepareFinish(context, makePicture),
    (context) => finishUpload(context),
  );
}
