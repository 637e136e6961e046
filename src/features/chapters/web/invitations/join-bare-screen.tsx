import { queryOptions, useQuery } from '@tanstack/react-query';
import { LinkUnusable } from '#features/identity/web/shared/link-unusable.tsx';
import { OidcButton } from '#features/identity/web/shared/oidc-button.tsx';
import { useLinkToken } from '#features/identity/web/shared/use-link-token.ts';
import { call } from '#web/api/call.ts';
import { CallError, getRefusal, hasCode } from '#web/api/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { type InvitationPreview, joiningCalls } from '../../joining-contract.ts';
import { invitationKey } from '../../keys.ts';
import { JoinForm } from './join-form.tsx';

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...invitationKey, token],
    queryFn: ({ signal }) => call(joiningCalls.previewInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The target of invitation links: `/join#<token>`. */
export function JoinScreen() {
  const token = useLinkToken();
  return token === '' ? <UnusableInvitation /> : <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const preview = useQuery(invitationQuery(token));
  if (preview.data) {
    const { chapterName, hostedName } = preview.data;
    return (
      <BareFrame title={`Join the ${chapterName} chapter`} lead={getLead(preview.data)}>
        {hostedName !== null && <OidcButton name={hostedName} invitation={token} />}
        {hostedName !== null && preview.data.hasPassword && <OrDivider />}
        {preview.data.hasPassword && <JoinForm token={token} invitation={preview.data} />}
      </BareFrame>
    );
  }
  if (preview.isPending) return <Splash />;
  if (isUnusable(preview.error)) return <UnusableInvitation />;
  const refusal = getRefusal(preview.error);
  if (refusal?.code === 'chapter_moved') {
    return (
      <BareFrame title="This chapter has moved" lead="Your invitation works at its new address.">
        <ExternalLink href={String(refusal.details?.['address'])} button="primary">
          Open the Invitation
        </ExternalLink>
      </BareFrame>
    );
  }
  return (
    <BareFrame title="Join">
      <QueryFailure title="Couldn't load the invitation." query={preview} />
    </BareFrame>
  );
}

function getLead({ hasAccount, hasPassword, hostedName }: InvitationPreview): string {
  if (!hasPassword) {
    return hostedName === null
      ? 'Your account has no password. Ask an admin for help.'
      : `You already have an account. Continue with ${hostedName} to join this chapter.`;
  }
  if (hasAccount === null) return 'Choose a password, or enter the one of your account.';
  return hasAccount
    ? 'You already have an account. Enter its password to join this chapter.'
    : 'Enter your name and choose a password.';
}

function OrDivider() {
  return <p className="my-4 text-center text-xs text-third">or</p>;
}

function UnusableInvitation() {
  return (
    <LinkUnusable>
      This invitation has expired, was used, or was revoked. Ask an admin of the chapter for a new
      one.
    </LinkUnusable>
  );
}

/** A malformed token, such as one truncated by an email program, counts as unusable, too. */
function isUnusable(error: Error): boolean {
  return (
    hasCode(error, 'invitation_unusable') || (error instanceof CallError && error.status === 422)
  );
}
