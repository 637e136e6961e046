import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { installationCalls } from '../installation-contract.ts';
import { createChapter, inviteAdmin } from './create-chapter.ts';
import type { PrepareChapter } from './create-chapter-with-admin.ts';
import { listChapters } from './installation-store.ts';
import type { InviteServices } from './invitations/invite.ts';

export function installationRoutes(
  api: Api,
  services: InviteServices,
  prepareChapter: PrepareChapter,
): void {
  api.serve(installationCalls.chapters, async ({ db, query }) => ok(await listChapters(db, query)));

  api.serve(installationCalls.createChapter, ({ caller, body, now, newId }) =>
    createChapter(services, prepareChapter, body, caller.accountId, { now, newId }),
  );

  api.serve(installationCalls.inviteAdmin, ({ params, body, now, newId }) =>
    inviteAdmin(services, params.chapterId, body.email, { now, newId }),
  );
}
