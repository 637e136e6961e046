import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { LinkUnusable } from '#features/identity/web/shared/link-unusable.tsx';
import { useLinkToken } from '#features/identity/web/shared/use-link-token.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { SetUpForm } from './set-up-form.tsx';

/** The target of the setup link: `/setup#<token>`. */
export function SetUpScreen() {
  const token = useLinkToken();
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Splash />;
  if (!session.data) {
    return (
      <BareFrame title="Set up">
        <QueryFailure title="Can't reach the server" query={session} />
      </BareFrame>
    );
  }
  const proposal = session.data.signedIn ? null : session.data.setUp;
  if (token === '' || !proposal) {
    return (
      <LinkUnusable>
        Chapter Hub is already set up, or the link is incomplete. The server prints a new link each
        time it starts without a chapter.
      </LinkUnusable>
    );
  }
  return (
    <BareFrame title="Set up Chapter Hub" lead="Create your chapter and become its first admin.">
      <SetUpForm token={token} proposal={proposal} />
      <p className="mt-6 text-second">
        Have a backup? Restore it instead, with the command that the server printed beside the link
        to this page.
      </p>
    </BareFrame>
  );
}
