import type { SignedInView } from '#features/identity/contract.ts';
import type { SessionActions } from '#features/identity/web/shared/use-session-actions.ts';
import { useSwitchChapter } from '#features/identity/web/shared/use-switch-chapter.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';

/** For members who lost access to the chapter: choose another one or ask an admin. */
export function NoChapterCard({ view, onSignOut }: SessionActions & { view: SignedInView }) {
  const switchChapter = useSwitchChapter();
  return (
    <BareFrame
      lead={
        view.chapters.length > 0
          ? 'Choose a chapter to open.'
          : view.movedTo
            ? 'Your chapter has moved. Sign in at its new address with the same email.'
            : "You're not a member of a chapter. Ask a chapter admin for an invitation. If an admin has enabled you again, sign out and sign in again."
      }
    >
      <div className="flex flex-col gap-2">
        {view.movedTo && (
          <ExternalLink href={view.movedTo} button="primary">
            Open {new URL(view.movedTo).host}
          </ExternalLink>
        )}
        {view.chapters.map((chapter) => (
          <Button key={chapter.id} onClick={() => void switchChapter(chapter.id)}>
            {chapter.name} chapter
          </Button>
        ))}
        <p className="mt-4 text-center text-xs text-third">Signed in as {view.email}</p>
        <Button variant="ghost" onClick={onSignOut}>
          Sign Out
        </Button>
      </div>
    </BareFrame>
  );
}
