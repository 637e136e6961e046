import { initialsOf } from '#web/ui/initials.ts';

/** The chapter's square: its initials ('SD' of 'San Diego chapter') on the hub's own blue. */
export function Logo({ chapterName }: { chapterName: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-control bg-linear-135 from-[#2563eb] to-[#0e7490] text-xs font-bold tracking-tight text-on-fill select-none"
    >
      {initialsOf(chapterName.replace(/ chapter$/i, ''))}
    </span>
  );
}
