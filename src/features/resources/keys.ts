import { chapterKey } from '#features/chapters/keys.ts';

/** Below the chapter's, whose settings say where some of the resources lead. */
export const resourcesKey = [...chapterKey, 'resources'] as const;
