import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import { instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { useToday } from '#web/screen/use-today.ts';
import { chargeQuery } from '../queries.ts';
import {
  beginAgain,
  beginCharge,
  beginLateFee,
  type ChargeContext,
  type ChargeForm,
} from './charge-form.ts';

/** With what the form of a new charge begins; undefined until all that it needs is read. */
export function useChargeStart(of: Id<'charge'> | undefined, isLateFee: boolean) {
  const { timeZone } = useSession().chapter;
  const today = useToday();
  const members = useQuery(membersQuery);
  const charge = useQuery(chargeQuery(of));
  const reads = of ? [members, charge] : [members];
  const failed = reads.find(({ data, isError }) => isError && data === undefined);
  const context: ChargeContext = {
    today,
    members: (members.data?.items ?? []).map(({ id, displayName, audit }) => ({
      id,
      label: displayName,
      joinedOn: instantToDay(audit.createdAt, timeZone),
    })),
  };
  const begin = (): ChargeForm => {
    if (!charge.data) return beginCharge(context);
    return isLateFee
      ? beginLateFee(context, charge.data)
      : beginAgain({ ...context, zone: timeZone }, charge.data);
  };
  const isRead = reads.every(({ data }) => data !== undefined);
  return {
    context,
    charge: charge.data,
    begun: isRead ? begin() : undefined,
    failure: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  };
}
