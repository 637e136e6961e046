/** Downloads a file created in the browser. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then; the URL would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
