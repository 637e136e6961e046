import { useQuery } from '@tanstack/react-query';
import { HostedButton } from '#features/identity/web/shared/hosted-button.tsx';
import { LinkUnusable } from '#features/identity/web/shared/link-unusable.tsx';
import { useLinkToken } from '#features/identity/web/shared/use-link-token.ts';
import { CallError, hasCode } from '#web/api/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { InvitationPreview } from '../../joining-contract.ts';
import { invitationQuery } from './invitation-query.ts';
import { JoinForm } from './join-form.tsx';

/** Where an invitation leads: `/join#<token>`. */
export function JoinScreen() {
  const token = useLinkToken();
  return token === '' ? <Unusable /> : <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const look = useQuery(invitationQuery(token));
  if (look.data) {
    const { chapterName, hostedName } = look.data;
    return (
      <BareFrame title={`Join the ${chapterName} chapter`} lead={leadOf(look.data)}>
        {hostedName !== null && <HostedButton name={hostedName} invitation={token} />}
        {hostedName !== null && look.data.hasPassword && <Or />}
        {look.data.hasPassword && <JoinForm token={token} invitation={look.data} />}
      </BareFrame>
    );
  }
  if (look.isPending) return <Splash />;
  if (isUnusable(look.error)) return <Unusable />;
  return (
    <BareFrame title="Join">
      <ErrorState
        title="Couldn't load the invitation."
        onRetry={() => void look.refetch()}
        isRetrying={look.isFetching}
      >
        {look.error.message}
      </ErrorState>
    </BareFrame>
  );
}

function leadOf({ hasAccount, hasPassword, hostedName }: InvitationPreview): string {
  if (!hasPassword) {
    return hostedName === null
      ? 'Your account has no password. Ask an admin for help.'
      : `You already have an account. Continue with ${hostedName} to join this chapter.`;
  }
  return hasAccount
    ? 'You already have an account. Enter its password to join this chapter.'
    : 'Enter your name and choose a password.';
}

function Or() {
  return <p className="my-4 text-center text-xs text-third">or</p>;
}

function Unusable() {
  return (
    <LinkUnusable>
      This invitation has expired, was used, or was revoked. Ask an admin of the chapter for a new
      one.
    </LinkUnusable>
  );
}

/** A token cut short by a mail program is refused as malformed: to the person it is the same. */
function isUnusable(error: Error): boolean {
  return (
    hasCode(error, 'invitation_unusable') || (error instanceof CallError && error.status === 422)
  );
}
