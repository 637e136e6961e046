import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#web/api/call.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { erasureCalls } from '../../erasure-contract.ts';
import type { MemberDetail } from '../../membership-contract.ts';
import { memberQuery } from './member-queries.ts';

/** Says what goes and what stays, and asks for the name, because nothing brings the person back. */
export function EraseMemberDialog({
  member,
  openItems,
  onClose,
}: {
  member: MemberDetail;
  /** Open balances with the chapter. */
  openItems: ReactNode;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () =>
      call(erasureCalls.erase, {
        params: { memberId: member.id },
        body: { name: name.trim() },
        ifMatch: member.version,
      }),
    onSuccess: (erased) => {
      client.setQueryData(
        memberQuery(member.id).queryKey,
        (before) => before && { ...before, ...erased },
      );
    },
    // Their name was everywhere.
    onSettled: () => client.invalidateQueries(),
  });
  const submit = useSubmitOnce(
    async () => {
      const { displayName } = await erase.mutateAsync();
      toast.success(`Erased: now shown as ${displayName}`);
      onClose();
    },
    (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field === 'name') setProblem(refusal.message);
    },
  );
  const isRefusedByName = getRefusal(erase.error)?.field === 'name';
  return (
    <Dialog
      open
      onClose={onClose}
      title={<span className="wrap-anywhere">Erase {member.displayName}</span>}
      description="This cannot be undone."
      isBusy={erase.isPending}
      isChanged={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === member.displayName.trim()) submit();
        else setProblem("Type the member's name as it is shown");
      }}
      footer={
        <>
          <DialogClose />
          <Button variant="danger" type="submit" isBusy={erase.isPending} busyLabel="Erasing...">
            Erase for Good
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="list-disc space-y-1.5 pl-5 text-second">
          <li>
            Their name, email, phone, photo, profile, and calendar feed go, also from the audit log.
            Everywhere it says "Former member" and a number instead.
          </li>
          <li>
            They can no longer sign in here. Their account goes, too, unless another chapter on this
            server uses it.
          </li>
          <li>Expenses, payments, and wallets keep every figure.</li>
          <li>
            Titles, descriptions, notes, and files that tell of expenses, payments, or events stay
            as they are, even if they name the person.
          </li>
          <li>Backups made until now still contain the person, until they are deleted.</li>
        </ul>
        {openItems}
        <TextField
          label={`Type "${member.displayName}" to confirm`}
          autoComplete="off"
          required
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
        {!isRefusedByName && <WriteFailure lead="Couldn't erase the member." error={erase.error} />}
      </div>
    </Dialog>
  );
}
