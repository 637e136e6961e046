import ImageUp from 'lucide-react/icons/image-up';
import Trash2 from 'lucide-react/icons/trash';
import { Suspense, useState } from 'react';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { FileButton } from '#web/ui/fields/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { usePhoto } from '#web/ui/photos.ts';
import type { MemberProfile } from '../../profile-contract.ts';
import { useChangePhoto } from '../photo/photo-queries.ts';

const PhotoDialog = lazyNamed(() => import('../photo/photo-dialog.tsx'), 'PhotoDialog');

/** A member's photo, which they choose themselves and admins may remove. */
export function ProfilePhoto({ member }: { member: MemberProfile }) {
  const { me } = useSession();
  const photo = usePhoto(member.id);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const isOwn = member.id === me.memberId;
  const choose = async (file: File) => {
    setProblem(undefined);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setProblem("This file can't be opened as a photo. Choose a JPEG, PNG, or WebP image.");
    }
  };
  return (
    <div className="mb-4 flex flex-col gap-3">
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Avatar id={member.id} name={member.displayName} size="xl" />
        {isOwn && (
          <FileButton
            label="Photo file"
            accept="image/*"
            size="sm"
            icon={<ImageUp aria-hidden="true" />}
            onFile={choose}
          >
            {photo ? 'Change Photo' : 'Upload Photo'}
          </FileButton>
        )}
        {photo && (isOwn || roleSuffices(me.role, 'admin')) && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => setIsRemoving(true)}
          >
            Remove Photo
          </Button>
        )}
      </div>
      <Suspense>
        {picture && (
          <PhotoDialog
            memberId={member.id}
            picture={picture}
            onClose={() => setPicture(undefined)}
          />
        )}
      </Suspense>
      {isRemoving && <RemovePhoto member={member} onClose={() => setIsRemoving(false)} />}
    </div>
  );
}

function RemovePhoto({ member, onClose }: { member: MemberProfile; onClose: () => void }) {
  const change = useChangePhoto(member.id);
  const remove = async () => {
    try {
      await change.mutateAsync(undefined);
      toast.success('Photo removed');
    } catch {
      toast.error("Couldn't remove the photo.");
    }
    onClose();
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Remove Photo"
      description={`Members will see the initials of ${member.displayName} instead.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      isBusy={change.isPending}
      onConfirm={() => void remove()}
    />
  );
}
