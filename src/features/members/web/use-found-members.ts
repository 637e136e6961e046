import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import UserRound from 'lucide-react/icons/user-round';
import { useMemo } from 'react';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { searchMembers, toSearchable } from '../search-members.ts';
import { membersQuery } from './queries.ts';

export const useFoundMembers: FindCommands = (query, enabled) => {
  const navigate = useNavigate();
  const { data, isPending } = useQuery({ ...membersQuery, enabled });
  const all = useMemo(() => toSearchable(data?.items ?? []), [data]);
  const found = enabled ? searchMembers(all, query).slice(0, maxFoundCommands) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(({ id, displayName, email }) => ({
      id,
      label: displayName,
      detail: email,
      icon: UserRound,
      run: () => void navigate({ to: '/members/$memberId', params: { memberId: id } }),
    })),
  };
};
