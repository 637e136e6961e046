import { useState } from 'react';
import { formatCount, plural } from '#kit/counts.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { ImportReport } from '../../import-contract.ts';
import { ImportFile } from './import-file.tsx';
import { type ImportRequest, useDryRun, useImport } from './import-queries.ts';
import { ImportReportView } from './import-report.tsx';

/** Imports members from a file after a preview. */
export function ImportDialog({ open, onClose }: OverlayProps) {
  const [pasted, setPasted] = useState('');
  const [request, setRequest] = useState<ImportRequest>({ text: '' });
  const [report, setReport] = useState<ImportReport>();
  const [isGuess, setIsGuess] = useState(false);
  const [isInviting, setIsInviting] = useState(false);
  const dryRun = useDryRun();
  const apply = useImport();
  const preview = (next: ImportRequest) => {
    setRequest(next);
    apply.reset();
    dryRun.mutate(next, { onSuccess: setReport });
  };
  const importRows = useSubmitOnce(
    async (next: ImportRequest) => {
      const { report: done, isInvited } = await apply.mutateAsync({ request: next, isInviting });
      const added = formatCount(done.counts.new);
      const changed = formatCount(done.counts.changed);
      toast.success({
        title: 'Members imported',
        description: `${added} new${isInvited ? ' and invited' : ''}, ${changed} updated`,
      });
      if (isInviting && !isInvited) {
        toast.error({
          title: 'Not everyone was invited',
          description: 'Invite the remaining people from the directory.',
        });
      }
      onClose();
    },
    () => undefined,
  );
  const count = (report?.counts.new ?? 0) + (report?.counts.changed ?? 0);
  const startOver = () => {
    setReport(undefined);
    setRequest({ text: '' });
    dryRun.reset();
    apply.reset();
  };

  return (
    <Dialog
      open={open}
      size="lg"
      onClose={onClose}
      title="Import Members"
      description={
        report ? 'Preview: nothing is saved yet' : 'One row or card per person, matched by email.'
      }
      isBusy={apply.isPending}
      isChanged={pasted !== '' || report !== undefined}
      footer={
        report ? (
          <>
            <Button onClick={startOver} disabled={apply.isPending}>
              Choose Another File
            </Button>
            <Button
              variant="primary"
              disabled={count === 0 || dryRun.isPending}
              isBusy={apply.isPending}
              busyLabel="Importing..."
              onClick={() => importRows(request)}
            >
              {`Import ${plural(count, 'Member')}`}
            </Button>
          </>
        ) : (
          <DialogClose />
        )
      }
    >
      <div className="flex flex-col gap-4">
        <WriteFailure error={dryRun.error} />
        <WriteFailure lead="Couldn't import members." error={apply.error} />
        {report && isGuess && (
          <Notice tone="warn">
            The file is not UTF-8. It is read as Windows-1252, so check the accented letters.
          </Notice>
        )}
        {report ? (
          <ImportReportView
            report={report}
            isPreviewing={dryRun.isPending}
            onColumns={(columns) => preview({ ...request, columns })}
          >
            {report.counts.new > 0 && (
              <Checkbox
                label="Invite new members right away"
                description="They appear in the directory, and can sign in once they join"
                checked={isInviting}
                onCheckedChange={setIsInviting}
              />
            )}
          </ImportReportView>
        ) : (
          <ImportFile
            pasted={pasted}
            onPaste={setPasted}
            isPreviewing={dryRun.isPending}
            onText={(text, isGuessed) => {
              setIsGuess(isGuessed);
              preview({ text });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
