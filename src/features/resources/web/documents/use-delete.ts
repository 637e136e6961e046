import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type Document, documentCalls } from '../../documents/document-contract.ts';
import { type Folder, folderCalls } from '../../documents/folder-contract.ts';
import { refreshDocuments } from './document-queries.ts';

type Deletable = {
  readonly noun: 'Document' | 'Folder';
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
};

/** Deletes at once, one at a time, and offers Undo. */
function useDelete() {
  const client = useQueryClient();
  const isDeleting = useRef(false);
  const run = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
      return true;
    } catch (error) {
      toast.error({ title: failure, description: describeFailure(error) });
      return false;
    } finally {
      await refreshDocuments(client);
    }
  };
  return async ({ noun, name, remove, restore }: Deletable) => {
    if (isDeleting.current) return;
    isDeleting.current = true;
    const lower = noun.toLowerCase();
    const isDeleted = await run(remove, `Failed to delete the ${lower}`);
    isDeleting.current = false;
    if (!isDeleted) return;
    const bringBack = async () => {
      const isBack = await run(restore, `Failed to bring back the ${lower}`);
      if (isBack) toast.success({ title: `${noun} brought back`, description: name });
    };
    toast.success({
      title: `${noun} deleted`,
      description: name,
      action: { label: 'Undo', onPress: () => void bringBack() },
    });
  };
}

export function useDeleteDocument() {
  const remove = useDelete();
  return ({ id, name, version }: Document) => {
    const params = { documentId: id };
    void remove({
      noun: 'Document',
      name,
      remove: () => call(documentCalls.remove, { params, ifMatch: version }),
      restore: () => call(documentCalls.restore, { params }),
    });
  };
}

export function useDeleteFolder() {
  const remove = useDelete();
  return ({ id, name, version }: Folder) => {
    const params = { folderId: id };
    void remove({
      noun: 'Folder',
      name,
      remove: () => call(folderCalls.remove, { params, ifMatch: version }),
      restore: () => call(folderCalls.restore, { params }),
    });
  };
}
