import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Asks once about what may be there already. `find` looks for it before a write, and what `aboutOf` says of
 * the input is asked about once: the same once more is written.
 */
export function useTwin<Input, Twin>(
  find: (input: Input) => Promise<Twin | undefined>,
  aboutOf: (input: Input) => unknown,
) {
  const [asked, setAsked] = useState<{ about: string; twin: Twin }>();
  const looking = useMutation({ mutationFn: find });
  return {
    twin: asked?.twin,
    isLooking: looking.isPending,
    error: looking.error,
    /** Whether the member is asked first, and nothing is to be written yet. */
    async asks(input: Input): Promise<boolean> {
      const about = JSON.stringify(aboutOf(input));
      if (asked?.about === about) return false;
      const twin = await looking.mutateAsync(input);
      setAsked(twin && { about, twin });
      return twin !== undefined;
    },
  };
}
