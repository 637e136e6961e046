import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutage } from '#web/api/call-error.ts';

/**
 * Asks once about what may be there already. `find` looks for it before a write, and only once for what
 * `aboutOf` says of the input: the same once more is written. So what was saved although its reply was lost
 * is not found and asked about, and its key keeps it from being saved twice.
 */
export function useTwin<Input, Twin>(
  find: (input: Input) => Promise<Twin | undefined>,
  aboutOf: (input: Input) => unknown,
) {
  const client = useQueryClient();
  const [sought, setSought] = useState<{ about: string; twin: Twin | undefined }>();
  const looking = useMutation({
    mutationFn: (input: Input) =>
      find(input).catch((error: Error) => {
        if (!isOutage(error)) throw error;
        // What is on the screen may be as old, and then says so.
        void client.invalidateQueries();
        throw new Error(
          `This was not saved, because we couldn't check whether it's already here. ${error.message}`,
        );
      }),
  });
  return {
    twin: sought?.twin,
    isLooking: looking.isPending,
    error: looking.error,
    /** Whether the member is asked first, and nothing is to be written yet. */
    async asks(input: Input): Promise<boolean> {
      const about = JSON.stringify(aboutOf(input));
      if (sought?.about === about) return false;
      setSought(undefined);
      const twin = await looking.mutateAsync(input);
      setSought({ about, twin });
      return twin !== undefined;
    },
  };
}
