import { useMutation, useQueryClient } from '@tanstack/react-query';
import ImageUp from 'lucide-react/icons/image-up';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { Logo } from '#web/layout/logo.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileButton } from '#web/ui/fields/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { maxLogoBytes, maxLogoSide, readLogo } from '../logo.ts';
import { logoCalls } from '../logo-contract.ts';
import { getLogoUrl } from './shared/logo-url.ts';

/** Edits the chapter's logo, which is shown in the header of every screen. */
export function LogoCard() {
  const { chapter } = useSession();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: (picture: Uint8Array | undefined) =>
      picture ? call(logoCalls.change, { body: picture }) : call(logoCalls.remove, {}),
    onSuccess: async (_, picture) => {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast.success(picture ? 'Logo saved' : 'Logo removed');
    },
    onError: (error) =>
      setProblem(`Couldn't save the logo. ${describeFailure(error, { isSavedOnce: false })}`),
  });
  const choose = async (file: File) => {
    setProblem(undefined);
    // Checked before uploading.
    if (file.size > maxLogoBytes) return setProblem('A logo can be at most 200 KB');
    const picture = new Uint8Array(await file.arrayBuffer());
    const read = readLogo(picture);
    if (read.ok) change.mutate(picture);
    else setProblem(read.refusal.message);
  };
  return (
    <Card title="Logo" description="Next to the chapter's name on every screen">
      {problem !== undefined && (
        <Notice tone="error" className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Logo chapterName={chapter.name} src={getLogoUrl(chapter.logo)} />
        <FileButton
          label="Logo file"
          accept="image/png,image/jpeg,image/webp"
          icon={<ImageUp aria-hidden="true" />}
          isBusy={change.isPending}
          busyLabel="Saving..."
          onFile={choose}
        >
          {chapter.logo ? 'Change Logo' : 'Upload Logo'}
        </FileButton>
        {chapter.logo && (
          <Button
            variant="ghost"
            icon={<Trash2 aria-hidden="true" />}
            disabled={change.isPending}
            onClick={() => {
              setProblem(undefined);
              change.mutate(undefined);
            }}
          >
            Remove Logo
          </Button>
        )}
      </div>
      <p className="mt-3 text-xs text-third">
        PNG, JPEG, or WebP, at most 200 KB and {maxLogoSide} × {maxLogoSide} pixels
      </p>
    </Card>
  );
}
