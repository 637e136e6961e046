/** Gives the person a file that was made here; nothing travels. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; kept longer, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
