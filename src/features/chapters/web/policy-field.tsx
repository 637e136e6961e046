import type { UseFormRegisterReturn } from 'react-hook-form';
import type { ChapterPolicy, EventPolicy, SettlementWay } from '#kit/role.ts';
import { type Rule, RuleCards } from './rule-cards.tsx';

/** The careful one first. */
const policies: readonly Rule<ChapterPolicy>[] = [
  {
    value: 'treasurer',
    label: "Restricted: treasurers handle others' money",
    rules: [
      'Members log what they paid, and edit or delete what they logged.',
      'Treasurers and admins edit, settle, and delete every expense.',
      "Only treasurers and admins change other members' wallets, and add credits.",
    ],
  },
  {
    value: 'open',
    label: 'Open: everyone handles all money',
    rules: [
      'Every member edits, settles, and deletes every expense.',
      "Every member changes everyone's wallets.",
      'A settled expense can be corrected, but not reopened.',
    ],
  },
];

/** The chapter's policy on money: who may do what. */
export function PolicyField({ register }: { register: UseFormRegisterReturn }) {
  return (
    <RuleCards legend="Who can change money" choices={policies} register={register}>
      Either way, only admins invite members and change settings.
    </RuleCards>
  );
}

/** The careful one first. */
const eventPolicies: readonly Rule<EventPolicy>[] = [
  {
    value: 'creator',
    label: 'The creator and admins',
    rules: [
      'Members create events, and change or delete their own.',
      'Admins change and delete every event, and rename calendars.',
    ],
  },
  {
    value: 'open',
    label: 'Any member',
    rules: [
      'Any member can change, move, or delete any event and its files.',
      'Any member can rename calendars.',
    ],
  },
];

export function EventPolicyField({ register }: { register: UseFormRegisterReturn }) {
  return (
    <RuleCards legend="Who can change events" choices={eventPolicies} register={register}>
      Everyone can RSVP. Only hosts, treasurers, and admins check people in.
    </RuleCards>
  );
}

const settlementWays: readonly Rule<SettlementWay>[] = [
  {
    value: 'wallets',
    label: 'Through wallets',
    rules: ["Settling charges each member's wallet; payments cover the charges."],
  },
  {
    value: 'outside',
    label: 'Outside wallets',
    rules: ['Members pay each other; settling records those payments.'],
  },
];

export function SettlementField({ register }: { register: UseFormRegisterReturn }) {
  return <RuleCards legend="How we settle" choices={settlementWays} register={register} />;
}
