import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { InviteDialog } from '#features/chapters/web/shared/invite-dialog.tsx';
import { membersQuery } from './queries.ts';

/** The dialog of invitations, which tells whose addresses are members' already. */
export function InviteMembers(props: Omit<ComponentProps<typeof InviteDialog>, 'memberEmails'>) {
  const { data } = useQuery(membersQuery);
  const memberEmails = new Set(data?.items.map(({ email }) => email.toLowerCase()));
  return <InviteDialog {...props} memberEmails={memberEmails} />;
}
