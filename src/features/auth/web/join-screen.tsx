import { useQuery } from '@tanstack/react-query';
import { CallError, hasCode } from '#web/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { JoinForm } from './join-form.tsx';
import { LinkUnusable } from './link-unusable.tsx';
import { invitationQuery } from './queries.ts';
import { useLinkToken } from './use-link-token.ts';

/** Where an invitation leads: `/join#<token>`. */
export function JoinScreen() {
  const token = useLinkToken();
  return token === '' ? <Unusable /> : <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const look = useQuery(invitationQuery(token));
  if (look.data) {
    const { chapterName, hasAccount } = look.data;
    return (
      <BareFrame
        title={`Join the ${chapterName} chapter`}
        lead={
          hasAccount
            ? 'You have an account already. Its password joins you to this chapter.'
            : 'Choose how the chapter sees you, and a password.'
        }
      >
        <JoinForm token={token} invitation={look.data} />
      </BareFrame>
    );
  }
  if (look.isPending) return <Splash />;
  if (isUnusable(look.error)) return <Unusable />;
  return (
    <BareFrame title="Join">
      <ErrorState
        title="The invitation could not be read"
        onRetry={() => void look.refetch()}
        isRetrying={look.isFetching}
      >
        {look.error.message}
      </ErrorState>
    </BareFrame>
  );
}

function Unusable() {
  return (
    <LinkUnusable>
      The invitation was used, taken back or is too old. Ask an admin of the chapter for a new one.
    </LinkUnusable>
  );
}

/** A token cut short by a mail program is refused as malformed: to the person it is the same. */
function isUnusable(error: Error): boolean {
  return (
    hasCode(error, 'invitation_unusable') || (error instanceof CallError && error.status === 422)
  );
}
