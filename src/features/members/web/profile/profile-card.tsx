import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Links to the own profile, which is edited on the member's page. */
export function ProfileCard() {
  const { me } = useSession();
  return (
    <Card
      title="Your Profile"
      description="What others see about you"
      actions={
        <LinkButton size="sm" to="/members/$memberId" params={{ memberId: me.memberId }}>
          Open Profile
        </LinkButton>
      }
    />
  );
}
