import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { people } from './fixtures.ts';

export function Small() {
  const [view, setView] = useState<'calendar' | 'overview'>('calendar');
  return (
    <Card title="Small parts" description="Buttons, badges, people, notices">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary">Primary</Button>
          <Button icon={<Plus aria-hidden="true" />}>Outline</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Delete</Button>
          <Button variant="primary" isBusy busyLabel="Creating...">
            Create
          </Button>
          <Button disabled>Disabled</Button>
          <Button size="sm">Small</Button>
          <IconButton label="Edit" icon={<Pencil />} />
          <IconButton label="Edit outlined" icon={<Pencil />} variant="outline" size="md" />
          <TextLink to="/">A text link</TextLink>
          <ExternalLink href="https://example.org" className="text-second">
            Chapter site
          </ExternalLink>
          <ExternalLink href="https://example.org" button="outline">
            Visit Resource
          </ExternalLink>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Badge>open</Badge>
          <Badge tone="settled">settled</Badge>
          <Badge tone="owed">Owed $214.50</Badge>
          <Badge tone="owes">Owes $86.25</Badge>
          <Badge tone="info">USD</Badge>
          <Badge tone="warn">waitlist</Badge>
          {people.map((person) => (
            <Avatar key={person.id} id={person.id} name={person.name} size="md" />
          ))}
          <Avatar id="u9" name="Aisha Khan" size="lg" />
        </div>
        <Segmented
          label="View"
          options={[
            { value: 'calendar', label: 'Calendar' },
            { value: 'overview', label: 'Overview' },
          ]}
          value={view}
          onValueChange={setView}
        />
        <div className="grid gap-2">
          <Notice>These are sample events.</Notice>
          <Notice tone="warn">One override no longer fits its participants.</Notice>
          <Notice tone="error">Couldn't save the expense. Nothing was charged. Try again.</Notice>
        </div>
      </div>
    </Card>
  );
}
