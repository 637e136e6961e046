/** The hub's own mark, where no chapter is known yet. */
export function HubMark() {
  return <img src="/favicon.svg" alt="" width={48} height={48} className="size-12" />;
}
