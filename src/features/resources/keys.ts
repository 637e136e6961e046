import { chapterKey } from '#features/chapters/keys.ts';

/** Below the chapter's key, whose settings contain the URLs of some resources. */
export const resourcesKey = [...chapterKey, 'resources'] as const;

/** Every write of a document or a folder invalidates what is below it. */
export const documentsKey = ['documents'] as const;
