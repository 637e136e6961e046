/** Responses that `public/early.js` requested while this code was loading, by address. */
type Prefetched = Map<string, { answer: Promise<Response>; authorization: string | undefined }>;
type Global = { __prefetched?: Prefetched };

const maxAgeMilliseconds = 30_000;

/** Drops unused responses, so that signing out or switching chapters leaves nothing behind. */
export const clearPrefetched = (): void => (globalThis as Global).__prefetched?.clear();

/** Takes the response to exactly this request, if it was prefetched and has not expired. */
export function takePrefetched(
  address: string,
  { method, headers }: { method?: string | undefined; headers: Record<string, string> },
): Promise<Response> | undefined {
  const { __prefetched } = globalThis as Global;
  const prefetched = __prefetched?.get(address);
  if (method !== 'GET' || prefetched?.authorization !== headers['authorization']) return undefined;
  __prefetched?.delete(address);
  return performance.now() < maxAgeMilliseconds ? prefetched?.answer : undefined;
}
