import { useState } from 'react';
import { getInitials } from '#kit/pictures/initials.ts';

/**
 * The chapter's logo. Without one, or if it fails to load, a blue square with the initials ('SD' for
 * 'San Diego chapter').
 */
export function Logo({ chapterName, src }: { chapterName: string; src?: string | undefined }) {
  const [failed, setFailed] = useState<string>();
  if (src !== undefined && src !== failed) {
    return (
      <img
        src={src}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 rounded-control object-contain"
        onError={() => setFailed(src)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-control bg-linear-135 from-[#2563eb] to-[#0e7490] text-xs font-bold tracking-tight text-on-fill select-none"
    >
      {getInitials(chapterName.replace(/ chapter$/i, ''))}
    </span>
  );
}
