import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';

/** A file in a list: its small picture, its name and details, and its buttons. */
export function FileRow({
  preview,
  children,
  actions,
}: {
  /** The address of a small picture, if there is one. */
  preview: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      {preview === undefined ? (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-badge border border-line text-third">
          <FileText aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <img
          src={preview}
          alt=""
          className="size-10 shrink-0 rounded-badge border border-line object-cover"
        />
      )}
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </li>
  );
}
