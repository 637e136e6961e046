import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { previewQuery } from './member-queries.ts';
import { ProfileDetails } from './profile-details.tsx';

/** The own profile as other members see it. */
export function ProfilePreview({
  memberId,
  onClose,
  children,
}: {
  memberId: Id<'member'>;
  onClose: () => void;
  /** What others see of the member in other features. */
  children: ReactNode;
}) {
  const preview = useQuery(previewQuery(memberId));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Preview as Others"
      description="How your profile looks to members"
      footer={<Button onClick={onClose}>Done</Button>}
      readingLabel="Profile"
    >
      <QueryView
        query={preview}
        failure="Couldn't load the profile."
        loading={<LoadingRows label="Loading profile..." rows={5} />}
      >
        {(data) => (
          <>
            <p className="mb-3 text-base font-semibold wrap-anywhere">{data.displayName}</p>
            <ProfileDetails member={data} />
            <div className="mt-4 flex flex-col gap-4">{children}</div>
          </>
        )}
      </QueryView>
    </Dialog>
  );
}
