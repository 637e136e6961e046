import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { findable, findMembers } from '../find-members.ts';
import { membersQuery } from './queries.ts';

export const useFoundMembers: FindCommands = (asked, enabled) => {
  const navigate = useNavigate();
  const { data, isPending } = useQuery({ ...membersQuery, enabled });
  const all = useMemo(() => findable(data?.items ?? []), [data]);
  const found = enabled ? findMembers(all, asked).slice(0, maxFoundCommands) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(({ id, displayName, email }) => ({
      id,
      label: displayName,
      detail: email,
      icon: UserRound,
      run: () => void navigate({ to: '/members', search: { q: displayName } }),
    })),
  };
};
