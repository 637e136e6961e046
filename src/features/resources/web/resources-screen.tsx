import {
  CalendarDays,
  FileText,
  GraduationCap,
  LayoutGrid,
  type LucideIcon,
  Network,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function ResourcesScreen() {
  const { links, name } = useSession().chapter;
  return (
    <>
      <PageHeader title="Resources" subtitle="Platforms, learning and documents of the chapter" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Category name="Platform">
          <Resource
            Icon={LayoutGrid}
            title={`${name} Platform`}
            about="The local chapter's own platform"
          >
            <Visit href={links.localPlatformUrl} />
          </Resource>
        </Category>
        <Category name="Network">
          <Resource
            Icon={Network}
            title="Global Network Hub"
            about="People and news of the whole network"
          >
            <Visit href={links.networkHubUrl} />
          </Resource>
        </Category>
        <Category name="Learning">
          <Resource
            Icon={GraduationCap}
            title="Learning Centre"
            about="Courses and talks for members"
          >
            <Visit href={links.learningCentreUrl} />
          </Resource>
        </Category>
        <Category name="Documents">
          <Resource Icon={FileText} title="Chapter Documents" about="Handbooks, forms and minutes">
            <Button disabled>Coming Soon</Button>
          </Resource>
        </Category>
        <Category name="Events">
          <Resource Icon={CalendarDays} title="Event Calendar" about="What the chapter has planned">
            <LinkButton to="/calendar">Access Resource</LinkButton>
          </Resource>
        </Category>
      </div>
    </>
  );
}

function Category({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card title={name} heading="label" className="flex flex-col">
      {children}
    </Card>
  );
}

function Resource({
  Icon,
  title,
  about,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  about: string;
  children: ReactNode;
}) {
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
          <h3 className="text-base font-semibold text-ink">{title}</h3>
          <p className="text-second">{about}</p>
        </div>
      </div>
      <div>{children}</div>
    </>
  );
}

function Visit({ href }: { href: string }) {
  return (
    <ExternalLink href={href} button="outline">
      Visit Resource
    </ExternalLink>
  );
}
