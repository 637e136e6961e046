import { type Ref, useEffect, useId, useImperativeHandle } from 'react';
import { FilePicker } from '#features/files/web/shared/file-picker.tsx';
import { sendFile } from '#features/files/web/shared/send-file.ts';
import { UploadList } from '#features/files/web/shared/upload-list.tsx';
import { useUploads } from '#features/files/web/shared/use-uploads.ts';
import type { Id } from '#kit/id.ts';

export type ReceiptsHandle = {
  /** The ids of all receipts once they are uploaded; fails if one could not be. */
  finish(): Promise<Id<'file'>[]>;
};

/** Receipts of an expense that is being logged: uploaded while the other fields are filled in. */
export function ReceiptsField({
  ref,
  slot,
  onCountChange,
}: {
  ref: Ref<ReceiptsHandle>;
  /** Where a phone, whose form must stay short, shows the buttons, beside a heading. */
  slot: Element | null;
  onCountChange: (count: number) => void;
}) {
  const headingId = useId();
  const { uploads, list } = useUploads({
    deliver: (file, progress) => sendFile(file, { purpose: 'receipt', ...progress }),
  });
  useEffect(() => onCountChange(list.length), [list.length, onCountChange]);
  useImperativeHandle(ref, () => ({
    async finish() {
      const settled = await uploads.settle();
      const failed = settled.filter(({ state }) => state === 'failed');
      if (failed.length > 0) {
        throw new Error(
          `${failed.map(({ name }) => name).join(', ')} could not be uploaded. Retry or remove it above.`,
        );
      }
      return settled.map(({ id }) => id);
    },
  }));
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-2"
      hidden={slot !== null && list.length === 0}
    >
      <h3 id={headingId} className={slot === null ? 'font-medium' : 'sr-only'}>
        Receipts & Documents
      </h3>
      <FilePicker label="Add Receipts" slot={slot} onFiles={uploads.add}>
        <UploadList list={list} uploads={uploads} />
      </FilePicker>
    </section>
  );
}
