import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { checkEmail } from '#features/identity/web/shared/checks.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { CreatedChapter } from '../installation-contract.ts';
import { ChapterFields, type ChapterFieldValues } from './chapter-fields.tsx';
import { useCreateChapter } from './installation-queries.ts';
import { InvitationLink } from './invitations/invitation-link.tsx';

type CreateForm = ChapterFieldValues & { who: 'me' | 'other'; adminEmail: string };

const firstAdminOptions = [
  { value: 'me', label: 'Me' },
  { value: 'other', label: 'Someone I invite' },
];

/** Creates a chapter; shows the invitation link if someone else is its first admin. */
export function CreateChapterDialog({ open, onClose }: OverlayProps) {
  const { chapter } = useSession();
  const create = useCreateChapter();
  const [created, setCreated] = useState<CreatedChapter>();
  const form = useForm<CreateForm>({
    mode: 'onTouched',
    defaultValues: {
      name: '',
      timeZone: chapter.timeZone,
      policy: 'treasurer',
      eventPolicy: 'creator',
      membersSeeWallets: false,
      // Chapters of one network share these links, but not the cleared ones.
      links: { ...chapter.links, chapterSiteUrl: '', localPlatformUrl: '' },
      who: 'me',
      adminEmail: '',
    },
  });
  const who = useWatch({ control: form.control, name: 'who' });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ who, adminEmail, ...settings }) => {
    try {
      const body = { ...settings, adminEmail: who === 'me' ? null : adminEmail };
      const reply = await create.mutateAsync(body);
      toast.success('Chapter created');
      if (reply.invitation) setCreated(reply);
      else onClose();
    } catch (error) {
      const refusal = getRefusal(error);
      if (refusal?.field === 'name') {
        form.setError('name', { message: refusal.message }, { shouldFocus: true });
      }
    }
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={created ? 'Chapter Created' : 'Create Chapter'}
      description={
        created ? `${created.chapter.name} chapter` : 'Includes a main calendar and a first admin'
      }
      size="lg"
      isBusy={create.isPending}
      {...(created ? {} : { onSubmit: (event) => void submit(event), isChanged: isDirty })}
      footer={
        created ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <DialogSubmit isBusy={create.isPending} busyLabel="Creating...">
            Create Chapter
          </DialogSubmit>
        )
      }
    >
      {created?.invitation ? (
        <InvitationLink sent={created.invitation} />
      ) : (
        <div className="flex flex-col gap-4">
          {!errors.name && (
            <WriteFailure
              lead="Couldn't create the chapter."
              error={create.error}
              isSavedOnce={false}
            />
          )}
          <ChapterFields
            register={form.register}
            visibility={form.register('membersSeeWallets')}
            errors={errors}
            timeZone={chapter.timeZone}
          />
          <Select
            label="Who is the first admin?"
            required
            options={firstAdminOptions}
            {...form.register('who')}
          />
          {who === 'other' && (
            <TextField
              label="Their Email"
              required
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              help="They'll get a link that works once, for seven days"
              error={errors.adminEmail?.message}
              {...form.register('adminEmail', { validate: checkEmail, shouldUnregister: true })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
