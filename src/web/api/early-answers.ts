/** What `public/early.js` asked for while this code was on its way. */
type Early = Map<string, { answer: Promise<Response>; authorization: string | undefined }>;
type Asked = { hubEarly?: Early };

/** Later than this an answer is old, and whoever asks wants to know how it is now. */
const goodForMilliseconds = 30_000;

/** Whoever leaves, or opens another chapter, leaves none of it behind. */
export const forgetEarlyAnswers = (): void => (globalThis as Asked).hubEarly?.clear();

/** The answer to this very request, if it was asked for already; once. */
export function earlyAnswer(
  address: string,
  { method, headers }: { method?: string | undefined; headers: Record<string, string> },
): Promise<Response> | undefined {
  const { hubEarly } = globalThis as Asked;
  const early = hubEarly?.get(address);
  if (method !== 'GET' || early?.authorization !== headers['authorization']) return undefined;
  hubEarly?.delete(address);
  return performance.now() < goodForMilliseconds ? early?.answer : undefined;
}
