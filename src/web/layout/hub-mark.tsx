/** The product's mark, for screens without a chapter. */
export function HubMark() {
  return <img src="/favicon.svg" alt="" width={48} height={48} className="size-12" />;
}
