import { ok } from '#kit/result.ts';
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
  api.serve(fileCalls.sendPart, (context) => savePart(context));
  api.servePrepared(
    fileCalls.finish,
    (context) => prepareFinish(context, makePicture),
    (context) => finishUpload(context),
  );
}
