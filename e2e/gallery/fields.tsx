import { useState } from 'react';
import type { Day } from '#kit/day.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox, Switch } from '#web/ui/fields/checkbox.tsx';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { SuggestField } from '#web/ui/fields/suggest-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import { people } from './fixtures.ts';

const owners = people.map(({ id, name }) => ({ value: id, label: name }));

export function Fields() {
  const [search, setSearch] = useState('harbor');
  const [day, setDay] = useState<Day | ''>('2026-11-14');
  const [payer, setPayer] = useState<string | null>(null);
  const [event, setEvent] = useState<string | null>('e2');
  const [owner, setOwner] = useState<string | null>('u2');
  const [kind, setKind] = useState<'Full' | 'None' | 'Partial'>('Full');
  const [kindOfExpense, setKindOfExpense] = useState('Food');
  const [chosen, setChosen] = useState<string[]>(['u1', 'u3']);
  return (
    <Card title="Fields" description="Every kind, in every state">
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField label="Title" required placeholder="What was it for?" />
        <TextField label="Category" help="Food, Travel, Entertainment" aside="Optional" />
        <TextField
          label="Email"
          type="email"
          defaultValue="maya@"
          error="An email address has a domain."
        />
        <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
        <MoneyField label="Amount" required defaultValue="1,234.56" />
        <MoneyField
          label="Reimbursement amount"
          defaultValue="0"
          error="Reimbursement amount is required and must be greater than zero"
        />
        <DateField label="Expense Date" required value={day} onValueChange={setDay} />
        <TimeField label="Start Time" defaultValue="09:00" />
        <Select
          label="Paid By"
          required
          options={owners}
          value={payer}
          onValueChange={setPayer}
          placeholder="Choose who paid"
          error={payer ? undefined : 'Please fill in all required fields'}
        />
        <Select
          label="Associated Event"
          options={[
            {
              label: 'Upcoming',
              options: [
                { value: 'e1', label: 'Harbor Chapter Night' },
                { value: 'e2', label: 'Forum retreat' },
              ],
            },
            {
              label: 'Past',
              options: [{ value: 'e3', label: 'Fall mixer' }],
            },
          ]}
          value={event}
          onValueChange={setEvent}
        />
        <Combobox label="Payer" options={owners} value={owner} onValueChange={setOwner} />
        <ChipsField
          label="People"
          options={owners}
          selected={chosen}
          onSelectedChange={setChosen}
          placeholder="Type a name"
        />
        <SuggestField
          label="Kind"
          suggestions={['Food', 'Travel']}
          value={kindOfExpense}
          onValueChange={setKindOfExpense}
        />
        <Select label="Owner" options={owners} value={owner} onValueChange={setOwner} />
        <NumberField label="Guests" defaultValue="2" />
        <SearchField value={search} onValueChange={setSearch} placeholder="Search wallets..." />
        <TextArea label="Description" placeholder="Anything the others should know" />
        <div className="grid gap-3">
          <Checkbox label="Even split" description="Already shared equally, nothing to settle" />
          <Checkbox label="Use Wallet Transactions" defaultChecked />
          <Checkbox label="Disabled" disabled defaultChecked />
          <Switch label="Exclude from group total" defaultChecked />
          <Switch label="Off" />
        </div>
        <RadioGroup
          label="Payer Reimbursement"
          options={[
            { value: 'Full', label: 'Full', description: 'Credited in full, debited their share.' },
            { value: 'None', label: 'None', description: 'Paid by the chapter' },
            { value: 'Partial', label: 'Partial', description: 'A specific amount.' },
          ]}
          value={kind}
          onValueChange={setKind}
        />
        <Checklist
          label="Participants"
          required
          options={people.map((person) => ({
            id: person.id,
            label: person.name,
            start: <Avatar id={person.id} name={person.name} />,
            end: chosen.includes(person.id) ? <Badge>$12.50</Badge> : undefined,
          }))}
          selected={chosen}
          onSelectedChange={setChosen}
          error={chosen.length === 0 ? 'Please fill in all required fields' : undefined}
        />
      </div>
    </Card>
  );
}
