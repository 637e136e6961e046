import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, ContactRound, Eye, Pencil, UserRound } from 'lucide-react';
import { type ReactNode, Suspense, startTransition, useState } from 'react';
import { type Id, id } from '#kit/id.ts';
import { roleSuffices } from '#kit/role.ts';
import { CallError } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { formatVcards } from '../../vcard.ts';
import { memberQuery, type StandingChange } from './member-queries.ts';
import { ProfileFacts } from './profile-facts.tsx';
import { StandingDialog } from './standing-dialog.tsx';
import { StandingMenu } from './standing-menu.tsx';

const EditProfileDialog = lazyNamed(() => import('./edit-profile-dialog.tsx'), 'EditProfileDialog');
const ProfilePreview = lazyNamed(() => import('./profile-preview.tsx'), 'ProfilePreview');

const back = (
  <LinkButton
    to="/members"
    variant="ghost"
    size="sm"
    icon={<ArrowLeft aria-hidden="true" />}
    className="-ml-3"
  >
    Back to Members
  </LinkButton>
);

type Parts = {
  /** What other features tell about the member, as cards. */
  cards: (memberId: Id<'member'>) => ReactNode;
  /** What is still open between them and the chapter, shown before they leave it. */
  stillOpen: (memberId: Id<'member'>) => ReactNode;
};

/** One member: how to reach them, and what the rest of the hub knows of them. */
export function MemberScreen(parts: Parts) {
  const { memberId } = useParams({ from: '/members/$memberId' });
  const known = id<'member'>().safeParse(memberId);
  return known.success ? (
    <Member key={known.data} memberId={known.data} {...parts} />
  ) : (
    <NoMember />
  );
}

function NoMember() {
  return (
    <>
      <PageHeader title="Member" back={back} />
      <Card label="Member">
        <EmptyState title="Member not found" icon={<UserRound />}>
          We couldn't find this member. Choose someone from the directory.
        </EmptyState>
      </Card>
    </>
  );
}

function Member({ memberId, cards, stillOpen }: Parts & { memberId: Id<'member'> }) {
  const { me } = useSession();
  const member = useQuery(memberQuery(memberId));
  const [asked, setAsked] = useState<StandingChange>();
  const [open, setOpen] = useState<'edit' | 'preview'>();
  // Not before its code is there.
  const show = (dialog: typeof open) => startTransition(() => setOpen(dialog));
  const close = () => setOpen(undefined);
  if (member.error instanceof CallError && member.error.status === 404) return <NoMember />;
  const isAdmin = roleSuffices(me.role, 'admin');
  const isOwn = memberId === me.memberId;
  const saveContact = () => {
    if (member.data) saveFile('contact.vcf', formatVcards([member.data]), 'text/vcard');
  };
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{member.data?.displayName ?? 'Member'}</span>}
        back={back}
        actions={
          member.data && (
            <>
              <Button icon={<ContactRound aria-hidden="true" />} onClick={saveContact}>
                Save Contact
              </Button>
              {isOwn && (
                <Button icon={<Eye aria-hidden="true" />} onClick={() => show('preview')}>
                  Preview as Others
                </Button>
              )}
              {(isOwn || isAdmin) && member.data.status !== 'removed' && (
                <Button
                  variant="primary"
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => show('edit')}
                >
                  Edit Profile
                </Button>
              )}
              {isAdmin && <StandingMenu member={member.data} onChoose={setAsked} />}
            </>
          )
        }
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title="Profile">
          {member.data ? (
            <ProfileFacts member={member.data} />
          ) : member.isError ? (
            <ErrorState
              title="Couldn't load the member."
              onRetry={() => void member.refetch()}
              isRetrying={member.isFetching}
            >
              {member.error.message}
            </ErrorState>
          ) : (
            <Loading label="Loading member...">
              <SkeletonRows rows={5} />
            </Loading>
          )}
        </Card>
        <div className="flex flex-col gap-4">{cards(memberId)}</div>
      </div>
      <Suspense>
        {open === 'edit' && member.data && (
          <EditProfileDialog member={member.data} onClose={close} />
        )}
        {open === 'preview' && <ProfilePreview memberId={memberId} onClose={close} />}
      </Suspense>
      {asked && member.data && (
        <StandingDialog
          member={member.data}
          change={asked}
          stillOpen={stillOpen(memberId)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
