import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ContactRound from 'lucide-react/icons/contact-round';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import UserRound from 'lucide-react/icons/user-round';
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
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { formatVcards } from '../../vcard.ts';
import { ChangeMembershipDialog } from './change-membership-dialog.tsx';
import { MemberMenu } from './member-menu.tsx';
import { type MembershipChange, memberQuery } from './member-queries.ts';
import { ProfileDetails } from './profile-details.tsx';
import { ProfilePhoto } from './profile-photo.tsx';

const EditProfileDialog = lazyNamed(() => import('./edit-profile-dialog.tsx'), 'EditProfileDialog');
const EraseMemberDialog = lazyNamed(() => import('./erase-member-dialog.tsx'), 'EraseMemberDialog');
const ProfilePreview = lazyNamed(() => import('./profile-preview.tsx'), 'ProfilePreview');

/** Returns to the directory as it was searched. */
function BackToMembers() {
  const directory = useLocation({ select: ({ state }) => state.directory });
  return (
    <LinkButton
      to="/members"
      search={directory ?? {}}
      variant="ghost"
      size="sm"
      icon={<ArrowLeft aria-hidden="true" />}
      className="-ml-3"
    >
      Back to Members
    </LinkButton>
  );
}

type MemberParts = {
  /** Cards of other features about the member. */
  cards: (memberId: Id<'member'>) => ReactNode;
  /** What other members see of these cards. */
  previewCards: (memberId: Id<'member'>) => ReactNode;
  /** Open balances with the chapter, shown before the member is removed. */
  openItems: (memberId: Id<'member'>) => ReactNode;
};

/** A member's profile and what other features show about them. */
export function MemberScreen(parts: MemberParts) {
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
      <PageHeader title="Member" back={<BackToMembers />} />
      <Card label="Member">
        <EmptyState title="Member not found" icon={<UserRound />}>
          We couldn't find this member. Choose someone from the directory.
        </EmptyState>
      </Card>
    </>
  );
}

function Member({
  memberId,
  cards,
  previewCards,
  openItems,
}: MemberParts & { memberId: Id<'member'> }) {
  const { me } = useSession();
  const member = useQuery(memberQuery(memberId));
  const [change, setChange] = useState<MembershipChange>();
  const isOwn = memberId === me.memberId;
  const editsProfile = useLocation({ select: ({ state }) => state.editsProfile });
  const [open, setOpen] = useState<'edit' | 'erase' | 'preview' | undefined>(
    isOwn && editsProfile ? 'edit' : undefined,
  );
  // A transition keeps the screen until the dialog's code is loaded.
  const show = (dialog: typeof open) => startTransition(() => setOpen(dialog));
  const close = () => setOpen(undefined);
  if (member.error instanceof CallError && member.error.status === 404) return <NoMember />;
  const isAdmin = roleSuffices(me.role, 'admin');
  const saveContact = () => {
    if (member.data) saveFile('contact.vcf', formatVcards([member.data]), 'text/vcard');
  };
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{member.data?.displayName ?? 'Member'}</span>}
        back={<BackToMembers />}
        actions={
          member.isPending ? (
            // As high as the buttons, so that nothing below moves.
            <span className="h-9 w-64 pointer-coarse:h-11" />
          ) : (
            member.data && (
              <>
                {!member.data.isErased && (
                  <Button icon={<ContactRound aria-hidden="true" />} onClick={saveContact}>
                    Save Contact
                  </Button>
                )}
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
                <MemberMenu
                  member={member.data}
                  isAdmin={isAdmin}
                  onChoose={setChange}
                  onErase={() => show('erase')}
                />
              </>
            )
          )
        }
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title="Profile">
          <QueryView
            query={member}
            failure="Couldn't load the member."
            loading={
              <Loading label="Loading member...">
                <Skeleton className="mb-4 size-20 rounded-full!" />
                {Array.from({ length: 8 }, (_, row) => (
                  <div key={row} className="flex h-8 items-center gap-6">
                    <Skeleton className="h-3.5 w-20" />
                    <Skeleton className="h-3.5 w-40" />
                  </div>
                ))}
              </Loading>
            }
          >
            {(data) => (
              <>
                <ProfilePhoto member={data} />
                <ProfileDetails member={data} />
              </>
            )}
          </QueryView>
        </Card>
        {/* Below the profile, shown only once its height is known, so that they don't move. */}
        <div className={clsx('flex flex-col gap-4', member.isPending && 'max-lg:invisible')}>
          {cards(memberId)}
        </div>
      </div>
      <Suspense>
        {open === 'edit' && member.data && (
          <EditProfileDialog member={member.data} onClose={close} />
        )}
        {open === 'erase' && member.data && (
          <EraseMemberDialog member={member.data} openItems={openItems(memberId)} onClose={close} />
        )}
        {open === 'preview' && (
          <ProfilePreview memberId={memberId} onClose={close}>
            {previewCards(memberId)}
          </ProfilePreview>
        )}
      </Suspense>
      {change && member.data && (
        <ChangeMembershipDialog
          member={member.data}
          change={change}
          openItems={openItems(memberId)}
          onClose={() => setChange(undefined)}
        />
      )}
    </>
  );
}
