import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { ListedMember } from '../../directory-contract.ts';
import { telephoneUrl } from '../../telephone-url.ts';

/** A member's name, contact details and join date. */
export function MemberCard({ member }: { member: ListedMember }) {
  const { chapter } = useSession();
  const { email, primaryPhone, company, title, city } = member;
  const name = member.displayName || `${member.firstName} ${member.lastName}`.trim();
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start gap-3">
        <Avatar id={member.id} name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 title={name} className="line-clamp-4 text-base font-semibold wrap-anywhere">
            <TextLink
              to="/members/$memberId"
              params={{ memberId: member.id }}
              className="text-ink!"
            >
              {name}
            </TextLink>
          </h2>
          {/* Not beside the name, which needs the full width on phones. */}
          <div className="flex min-h-8 items-center justify-between gap-2">
            <p className="text-xs text-third">
              Since <DateText at={member.audit.createdAt} zone={chapter.timeZone} />
            </p>
            <div className="-my-1 -mr-1.5 flex gap-0.5">
              {email && (
                <ContactLink
                  label={`Email ${name}`}
                  href={`mailto:${encodeURI(email)}`}
                  icon={<Mail />}
                />
              )}
              {primaryPhone && (
                <ContactLink
                  label={`Call ${name}`}
                  href={telephoneUrl(primaryPhone)}
                  icon={<Phone />}
                />
              )}
            </div>
          </div>
        </div>
      </div>
      <dl className="mt-2 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {(title || company) && (
          <CardDetail name="Work">{[title, company].filter(Boolean).join(', ')}</CardDetail>
        )}
        {city && <CardDetail name="City">{city}</CardDetail>}
        {email && <CardDetail name="Email">{email}</CardDetail>}
        {primaryPhone && (
          <CardDetail name="Phone">
            <span className="tabular">{primaryPhone}</span>
          </CardDetail>
        )}
      </dl>
      <p className="mt-auto border-t border-soft pt-3 text-xs text-third wrap-anywhere">
        ID: {member.externalUserIdentifier ?? member.id}
      </p>
    </article>
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
