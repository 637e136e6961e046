import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { EmailText } from '#web/ui/people/email-text.tsx';
import { fieldLabels, type HideableField } from '../../profile.ts';
import type { MemberProfile } from '../../profile-contract.ts';
import { groupsQuery } from '../queries.ts';
import { describeStatus } from './profile-labels.ts';

const linkClass = 'touch-target relative text-primary-ink wrap-anywhere hover:underline';

/** The visible fields of a profile; those with restricted visibility show who sees them. */
export function ProfileDetails({ member }: { member: MemberProfile }) {
  const { chapter, me } = useSession();
  const {
    email,
    primaryPhone,
    phoneUrl,
    company,
    title,
    website,
    city,
    bio,
    headline,
    asks,
    offers,
  } = member;
  const renderDetail = (field: HideableField, value: ReactNode, isAlways = false) => {
    const audience = member.privacy?.[field] ?? 'members';
    const isOwn = member.id === me.memberId;
    if (!value && !isAlways && (audience === 'members' || isOwn)) return null;
    return (
      <Detail name={fieldLabels[field]}>
        {audience === 'me' && !isOwn ? (
          <span className="text-third">Visible only to them</span>
        ) : (
          value || '-'
        )}
        {audience === 'admins' && <Badge>Admins only</Badge>}
        {audience === 'me' && isOwn && <Badge>Only you</Badge>}
      </Detail>
    );
  };
  return (
    <DetailList>
      {renderDetail('headline', headline)}
      {renderDetail('title', title)}
      {renderDetail('company', company)}
      {renderDetail('city', city)}
      {renderDetail(
        'email',
        email && (
          <a className={linkClass} href={`mailto:${encodeURI(email)}`}>
            <EmailText>{email}</EmailText>
          </a>
        ),
        true,
      )}
      {renderDetail(
        'primaryPhone',
        phoneUrl ? (
          <a className={`${linkClass} tabular`} href={phoneUrl}>
            {primaryPhone}
          </a>
        ) : (
          primaryPhone
        ),
        true,
      )}
      {renderDetail(
        'website',
        website && (
          <ExternalLink href={website} className="wrap-anywhere text-primary-ink">
            {website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </ExternalLink>
        ),
      )}
      <Groups memberId={member.id} />
      {renderDetail('asks', asks && <Lines>{asks}</Lines>)}
      {renderDetail('offers', offers && <Lines>{offers}</Lines>)}
      {renderDetail('bio', bio && <Lines>{bio}</Lines>)}
      <Detail name="Role">
        <span className="capitalize">{member.role}</span>
      </Detail>
      {member.status !== 'active' && (
        <Detail name="Status">
          <Badge tone="warn">{describeStatus(member)}</Badge>
        </Detail>
      )}
      <Detail name="Member since">
        <DateText at={member.audit.createdAt} zone={chapter.timeZone} />
      </Detail>
    </DetailList>
  );
}

function Lines({ children }: { children: string }) {
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>;
}

/** The chapter's groups that they are in, if any. */
function Groups({ memberId }: { memberId: Id<'member'> }) {
  const groups = useQuery(groupsQuery);
  const theirs = groups.data?.filter(({ memberIds }) => memberIds.includes(memberId)) ?? [];
  const isFailed = groups.isError && !groups.data;
  if (theirs.length === 0 && !isFailed) return null;
  return (
    <Detail name="Groups">
      {isFailed ? "Couldn't load groups." : theirs.map(({ name }) => name).join(', ')}
    </Detail>
  );
}
