import { useState } from 'react';
import { initialsOf } from '#web/ui/initials.ts';

/**
 * The chapter's own logo, else its square: its initials ('SD' of 'San Diego chapter') on the hub's own
 * blue, also while a logo cannot be had.
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
      {initialsOf(chapterName.replace(/ chapter$/i, ''))}
    </span>
  );
}
