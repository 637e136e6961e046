import { useQuery } from '@tanstack/react-query';
import { CallError, hasCode } from '#web/api/call-error.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LinkUnusable } from '../shared/link-unusable.tsx';
import { useLinkToken } from '../shared/use-link-token.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { ResetForm } from './reset-form.tsx';
import { resetQuery } from './reset-queries.ts';

/** `/reset` requests a reset link, which opens `/reset#<token>`. */
export function ResetScreen() {
  const token = useLinkToken();
  return token === '' ? <ForgotPassword /> : <Reset key={token} token={token} />;
}

function Reset({ token }: { token: string }) {
  const preview = useQuery(resetQuery(token));
  if (preview.data) {
    return (
      <BareFrame
        title="Choose a new password"
        lead="You'll be signed out everywhere and can sign in with your new password."
      >
        <ResetForm token={token} email={preview.data.email} />
      </BareFrame>
    );
  }
  if (preview.isPending) return <Splash />;
  if (isUnusable(preview.error)) {
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
      <QueryFailure title="Couldn't check the link." query={preview} />
    </BareFrame>
  );
}

/** A malformed token, such as one truncated by an email program, counts as unusable, too. */
function isUnusable(error: Error): boolean {
  return hasCode(error, 'reset_unusable') || (error instanceof CallError && error.status === 422);
}
