import Search from 'lucide-react/icons/search';
import { controlKey } from './keys.ts';

/** Opens the search from the header; where there is room, it looks like the field that opens. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="touch-target relative flex size-8 shrink-0 items-center justify-center gap-2 rounded-control text-third hover:bg-hover hover:text-ink xl:w-36 2xl:w-52 xl:justify-start xl:border xl:border-control xl:bg-page xl:px-2.5"
    >
      <Search aria-hidden="true" className="size-4" />
      <span className="max-xl:sr-only">
        Search<span className="sr-only"> and Commands</span>
      </span>
      <kbd aria-hidden="true" className="ml-auto font-sans text-xs max-xl:hidden">
        {controlKey} K
      </kbd>
    </button>
  );
}
