import { withCookies } from '#features/identity/server/shared/reply-with-cookies.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { bankBalanceCalls } from '../bank-balance-contract.ts';
import { chapterCalls } from '../chapter-contract.ts';
import { joiningCalls } from '../joining-contract.ts';
import { logoCalls } from '../logo-contract.ts';
import { instructionCalls } from '../payment-instructions-contract.ts';
import { changeBankBalance, findBankBalance } from './bank-balance.ts';
import { changeLogo, readChapterLogo, removeLogo } from './chapter-logo.ts';
import { changeChapter, findChapter } from './chapter-settings.ts';
import { installationRoutes } from './installation-routes.ts';
import { acceptInvitation, previewInvitation } from './invitations/accept-invitation.ts';
import { invitationRoutes } from './invitations/invitation-routes.ts';
import { changeInstructions, findInstructions } from './payment-instructions.ts';
import { type ChapterCreation, setUp } from './set-up.ts';

export function chapterRoutes(
  api: Api,
  services: IdentityServices,
  founding: ChapterCreation,
): void {
  settingsRoutes(api);
  invitationRoutes(api, services);
  installationRoutes(api, services, founding.prepareChapter);
  joinRoutes(api, services, founding);
}

function settingsRoutes(api: Api): void {
  api.serve(chapterCalls.detail, async ({ db, caller }) => {
    const chapter = await findChapter(db, caller.chapterId);
    return chapter ? ok(chapter) : notFound('Chapter');
  });

  api.serve(chapterCalls.change, async (context) => changeChapter(context));

  api.serve(instructionCalls.detail, async ({ db, caller }) => {
    const instructions = await findInstructions(db, caller.chapterId);
    return instructions ? ok(instructions) : notFound('Chapter');
  });
  api.serve(instructionCalls.change, async (context) => changeInstructions(context));

  api.serve(bankBalanceCalls.detail, async ({ db, caller }) => {
    const balance = await findBankBalance(db, caller.chapterId);
    return balance ? ok(balance) : notFound('Chapter');
  });
  api.serve(bankBalanceCalls.change, async (context) => changeBankBalance(context));

  api.serveContent(logoCalls.read, ({ db, caller, params }) =>
    readChapterLogo(db, caller.chapterId, params.hash),
  );
  api.serve(logoCalls.change, (context) => changeLogo(context));
  api.serve(logoCalls.remove, (context) => removeLogo(context));
}

function joinRoutes(api: Api, services: IdentityServices, founding: ChapterCreation): void {
  api.serve(joiningCalls.previewInvitation, async ({ body, now }) =>
    previewInvitation(services, body.token, now),
  );

  api.serve(joiningCalls.setUp, async (context) =>
    withCookies(context, await setUp(services, founding, context.body, context)),
  );

  api.serve(joiningCalls.acceptInvitation, async (context) =>
    withCookies(context, await acceptInvitation(services, context.body, context, context.request)),
  );
}
