import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Stands above rows that could not be read anew: what is shown may not be the newest. */
export function ListNotice({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: Error;
  onRetry: () => void;
}) {
  return (
    <div className="border-b border-line px-4 py-3 sm:px-5">
      <Notice tone="error">
        {title} What you see may be out of date. {error.message}{' '}
        <TextButton onClick={onRetry} className="font-medium text-owes! underline">
          Retry
        </TextButton>
      </Notice>
    </div>
  );
}
