import { useQuery } from '@tanstack/react-query';
import { CallError, hasCode } from '#web/api/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkUnusable } from '../shared/link-unusable.tsx';
import { useLinkToken } from '../shared/use-link-token.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { ResetForm } from './reset-form.tsx';
import { resetQuery } from './reset-queries.ts';

/** Another password: `/reset` asks for a link, `/reset#<token>` is where it leads. */
export function ResetScreen() {
  const token = useLinkToken();
  return token === '' ? <ForgotPassword /> : <Reset key={token} token={token} />;
}

function Reset({ token }: { token: string }) {
  const look = useQuery(resetQuery(token));
  if (look.data) {
    return (
      <BareFrame
        title="Choose a new password"
        lead="You'll be signed out everywhere and can sign in with your new password."
      >
        <ResetForm token={token} email={look.data.email} />
      </BareFrame>
    );
  }
  if (look.isPending) return <Splash />;
  if (isUnusable(look.error)) {
    return (
      <LinkUnusable>
        This link has expired or was already used.{' '}
        <TextLink to="/reset" hash="" className="underline">
          Request a New Link
        </TextLink>
      </LinkUnusable>
    );
  }
  return (
    <BareFrame title="Choose a new password">
      <ErrorState
        title="Couldn't check the link."
        onRetry={() => void look.refetch()}
        isRetrying={look.isFetching}
      >
        {look.error.message}
      </ErrorState>
    </BareFrame>
  );
}

/** A token cut short by a mail program is refused as malformed: to the person it is the same. */
function isUnusable(error: Error): boolean {
  return hasCode(error, 'reset_unusable') || (error instanceof CallError && error.status === 422);
}
