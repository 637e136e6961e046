import type { ReactNode } from 'react';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';

/** For unknown, used, revoked or expired links; the server does not disclose which. */
export function LinkUnusable({ children }: { children: ReactNode }) {
  return (
    <BareFrame title="This link no longer works" lead={children}>
      <LinkButton to="/" className="w-full">
        Go to Chapter Hub
      </LinkButton>
    </BareFrame>
  );
}
