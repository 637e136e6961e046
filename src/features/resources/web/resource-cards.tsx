import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import FileText from 'lucide-react/icons/file-text';
import FolderOpen from 'lucide-react/icons/folder-open';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Link2 from 'lucide-react/icons/link-2';
import Network from 'lucide-react/icons/network';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Resource } from '../contract.ts';
import { groupByCategory } from '../resource.ts';

/** Every resource under its category. */
export function ResourceCards({ resources }: { resources: readonly Resource[] }) {
  return (
    <div className={resourceGrid}>
      {groupByCategory(resources).map(({ category, resources: members }) => (
        <Card key={category} title={category} heading="label" className="flex flex-col">
          <ul className="flex flex-1 flex-col gap-6">
            {members.map((resource, index) => (
              <li key={index} className="flex flex-1 flex-col">
                <ResourceItem resource={resource} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

export const resourceGrid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-5';

function ResourceItem({ resource }: { resource: Resource }) {
  const Icon = icons[resource.leadsTo.kind];
  return (
    <>
      <div className="mb-4 flex flex-1 items-start gap-3">
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-control bg-primary-tint text-primary-ink"
        >
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h3 className="text-base font-semibold wrap-anywhere text-ink">{resource.title}</h3>
          <p className="wrap-anywhere text-second">{resource.description}</p>
        </div>
      </div>
      <div>
        <ResourceLink resource={resource} />
      </div>
    </>
  );
}

const icons: Record<Resource['leadsTo']['kind'], LucideIcon> = {
  localPlatform: LayoutGrid,
  chapterSite: LayoutGrid,
  networkHub: Network,
  learningCentre: GraduationCap,
  calendar: CalendarDays,
  documents: FolderOpen,
  address: Link2,
  none: FileText,
};

function ResourceLink({ resource: { leadsTo, href, title } }: { resource: Resource }) {
  const subject = <span className="sr-only">: {title}</span>;
  if (leadsTo.kind === 'calendar' || leadsTo.kind === 'documents') {
    return (
      <LinkButton to={leadsTo.kind === 'calendar' ? '/calendar' : '/resources/documents'}>
        <span>Access Resource{subject}</span>
      </LinkButton>
    );
  }
  if (href === null) return <Button disabled>Coming Soon</Button>;
  return (
    <ExternalLink href={href} button="outline">
      Visit Resource{subject}
    </ExternalLink>
  );
}
