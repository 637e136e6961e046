/** Keys of the browser's query cache; a write invalidates every query below its key. */
export const newsKey = ['news'] as const;
