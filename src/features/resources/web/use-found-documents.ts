import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import FileText from 'lucide-react/icons/file-text';
import { call } from '#web/api/call.ts';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { documentCalls } from '../documents/document-contract.ts';
import { documentsKey } from '../keys.ts';

/** By their names and texts. */
export const useFoundDocuments: FindCommands = (asked, enabled) => {
  const navigate = useNavigate();
  const query = { search: asked, take: maxFoundCommands };
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...documentsKey, 'found', query],
    queryFn: ({ signal }) => call(documentCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  // What was found for fewer letters is not offered: Enter would open it.
  const found = enabled && !isPlaceholderData ? (data?.items ?? []) : [];
  return {
    isPending: enabled && (isPending || isPlaceholderData),
    commands: found.map(({ id, name, excerpt }) => ({
      id,
      label: name,
      detail: excerpt ?? undefined,
      icon: FileText,
      run: () => void navigate({ to: '/resources/documents', search: { document: id } }),
    })),
  };
};
