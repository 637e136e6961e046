import clsx from 'clsx';
import { getInitials, pickHue } from '#kit/pictures/initials.ts';
import { usePhoto } from './photos.ts';

const sizes = {
  sm: 'size-6 text-[0.5625rem]',
  md: 'size-8 text-[0.6875rem]',
  lg: 'size-11 text-sm',
  xl: 'size-20 text-2xl',
};

/** White text has a contrast of at least 4.5:1 on each, in both themes. */
const hues = [
  'bg-[#2563eb]',
  'bg-[#7c3aed]',
  'bg-[#0e7490]',
  'bg-[#047857]',
  'bg-[#b45309]',
  'bg-[#be185d]',
  'bg-[#4338ca]',
  'bg-[#a21caf]',
  'bg-[#b91c1c]',
  'bg-[#475569]',
];

/**
 * A person's photo; their initials on a color derived from their id without one and until it is
 * there. Hidden from assistive technology; if the name is not beside it, name the button or link
 * around it.
 */
export function Avatar({
  id,
  name,
  size = 'sm',
  className,
}: {
  id: string;
  name: string;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}) {
  const photo = usePhoto(id);
  return (
    <span
      aria-hidden="true"
      // Generated content, so that initials are not read aloud, copied or found by searching.
      data-initials={getInitials(name)}
      className={clsx(
        'before:content-[attr(data-initials)] relative inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-on-fill select-none',
        sizes[size],
        hues[pickHue(id, hues.length)],
        className,
      )}
    >
      {photo && (
        <img
          key={photo}
          src={photo}
          alt=""
          loading="lazy"
          className="absolute size-full rounded-full object-cover"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}
