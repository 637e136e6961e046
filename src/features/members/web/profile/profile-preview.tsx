import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { getErrorMessage } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { previewQuery } from './member-queries.ts';
import { ProfileDetails } from './profile-details.tsx';

/** The own profile as other members see it. */
export function ProfilePreview({
  memberId,
  onClose,
}: {
  memberId: Id<'member'>;
  onClose: () => void;
}) {
  const preview = useQuery(previewQuery(memberId));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Preview as Others"
      description="What other members see; admins see more where you allow it"
      footer={<Button onClick={onClose}>Done</Button>}
      readingLabel="Profile"
    >
      {preview.data ? (
        <>
          <p className="mb-3 text-base font-semibold wrap-anywhere">{preview.data.displayName}</p>
          <ProfileDetails member={preview.data} />
        </>
      ) : preview.isError ? (
        <ErrorState
          title="Couldn't load the profile."
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        >
          {getErrorMessage(preview.error)}
        </ErrorState>
      ) : (
        <Loading label="Loading profile...">
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </Dialog>
  );
}
