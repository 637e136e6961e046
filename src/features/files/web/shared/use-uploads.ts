import { useEffect, useState, useSyncExternalStore } from 'react';
import { prepareFile } from './prepare-picture.ts';
import { createUploads, type Upload, type Uploads, type UploadWork } from './uploads.ts';

/** Uploads that end with the component. */
export function useUploads(work: Omit<UploadWork, 'prepare'>): {
  uploads: Uploads;
  list: readonly Upload[];
} {
  const [uploads] = useState(() => createUploads({ prepare: prepareFile, ...work }));
  const list = useSyncExternalStore(uploads.subscribe, uploads.read);
  useEffect(() => uploads.cancelAll, [uploads]);
  return { uploads, list };
}
