import Download from 'lucide-react/icons/download';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shows recovery codes once, to copy or download. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn">
        Store these somewhere other than your phone. They won't be shown again.
      </Notice>
      <ul
        aria-label="Recovery Codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control border border-line bg-soft px-4 py-3 font-mono text-sm min-[400px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button size="sm" icon={<Download />} onClick={() => download(text)}>
          Download
        </Button>
        <CopyButton value={text} label="Recovery Codes" />
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'chapter-hub-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
