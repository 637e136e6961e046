import type { HistoryState } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmailText } from '#web/ui/people/email-text.tsx';
import type { ListedMember } from '../../directory-contract.ts';

export type ListedProps = {
  member: ListedMember;
  /** The directory to return to. */
  directory: HistoryState['directory'];
};

/** A member's name, contact details and join date. */
export function MemberCard({ member, directory }: ListedProps) {
  const { chapter } = useSession();
  const { email, primaryPhone, company, title, city } = member;
  const { headline, asks, offers } = member;
  const name = getName(member);
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start gap-3">
        <Avatar id={member.id} name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 title={name} className="line-clamp-4 text-base font-semibold wrap-anywhere">
            <MemberLink member={member} directory={directory} />
          </h2>
          {headline && <p className="text-second wrap-anywhere">{headline}</p>}
          {/* Not beside the name, which needs the full width on phones. */}
          <div className="flex min-h-8 items-center justify-between gap-2">
            <p className="text-xs text-third">
              Since <DateText at={member.audit.createdAt} zone={chapter.timeZone} />
            </p>
            <ContactLinks member={member} />
          </div>
        </div>
      </div>
      <dl className="mt-2 grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        {(title || company) && (
          <CardDetail name="Work">{[title, company].filter(Boolean).join(', ')}</CardDetail>
        )}
        {city && <CardDetail name="City">{city}</CardDetail>}
        {email && (
          <CardDetail name="Email">
            <EmailText>{email}</EmailText>
          </CardDetail>
        )}
        {primaryPhone && (
          <CardDetail name="Phone">
            <span className="tabular">{primaryPhone}</span>
          </CardDetail>
        )}
        {asks && <CardDetail name="Asks">{asks}</CardDetail>}
        {offers && <CardDetail name="Offers">{offers}</CardDetail>}
      </dl>
    </article>
  );
}

/** A member in one line. */
export function MemberRow({ member, directory }: ListedProps) {
  const { title, company, city, headline } = member;
  const work = [title, company].filter(Boolean).join(', ');
  return (
    <article className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 hover:bg-hover sm:px-5 md:grid-cols-[auto_minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)_auto]">
      <Avatar
        id={member.id}
        name={getName(member)}
        size="md"
        className="row-span-2 md:row-span-1"
      />
      <h2 title={getName(member)} className="truncate font-semibold">
        <MemberLink member={member} directory={directory} />
      </h2>
      <p className="truncate text-third max-md:col-start-2 max-md:row-start-2 max-md:text-xs">
        {[headline, work].filter(Boolean).join(' · ')}
      </p>
      <p className="truncate text-third max-md:hidden">{city}</p>
      <span className="flex w-18 justify-end max-md:row-span-2 pointer-coarse:w-24">
        <ContactLinks member={member} />
      </span>
    </article>
  );
}

function getName({ displayName, firstName, lastName }: ListedMember): string {
  return displayName || `${firstName} ${lastName}`.trim();
}

function MemberLink({ member, directory }: ListedProps) {
  return (
    <TextLink
      to="/members/$memberId"
      params={{ memberId: member.id }}
      state={{ directory }}
      className="text-ink!"
    >
      {getName(member)}
    </TextLink>
  );
}

function ContactLinks({ member }: { member: ListedMember }) {
  const { email, phoneUrl } = member;
  const name = getName(member);
  return (
    <div className="-my-1 -mr-1.5 flex gap-0.5">
      {email && (
        <ContactLink label={`Email ${name}`} href={`mailto:${encodeURI(email)}`} icon={<Mail />} />
      )}
      {phoneUrl && <ContactLink label={`Call ${name}`} href={phoneUrl} icon={<Phone />} />}
    </div>
  );
}

function CardDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-third">{name}</dt>
      <dd className="text-second wrap-anywhere">{children}</dd>
    </>
  );
}

function ContactLink({ label, href, icon }: { label: string; href: string; icon: ReactNode }) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'ghost', size: 'sm', isSquare: true })}
    >
      {icon}
    </a>
  );
}
