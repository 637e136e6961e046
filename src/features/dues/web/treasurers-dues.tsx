import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ChargeList } from './charges/charge-list.tsx';
import { ChargeView } from './charges/charge-view.tsx';
import { DuesOverlays } from './dues-overlays.tsx';
import { describeSummary } from './dues-words.ts';
import { MemberList } from './list/member-list.tsx';
import { duesListQuery } from './queries.ts';
import type { DuesAddress } from './use-dues-address.ts';

/** The members with what is open of each, or the charges, or one of them. */
export function TreasurersDues({ address }: { address: DuesAddress }) {
  const { charge, view } = address.search;
  return (
    <>
      {charge ? (
        <ChargeView key={charge} chargeId={charge} address={address} />
      ) : (
        <>
          <Header address={address} />
          {view === 'charges' ? <ChargeList address={address} /> : <MemberList address={address} />}
        </>
      )}
      <DuesOverlays address={address} />
    </>
  );
}

function Header({ address }: { address: DuesAddress }) {
  const { view, show, page = 1 } = address.search;
  const isCharges = view === 'charges';
  // The same read as the list below; beside charges, the first page of it.
  const { data } = useQuery(
    duesListQuery(isCharges ? { page: 1, show: undefined } : { page, show }),
  );
  return (
    <PageHeader
      title="Dues"
      subtitle={<span className="tabular">{(data && describeSummary(data.summary)) || ' '}</span>}
      actions={
        <>
          <TabLinks label="Dues">
            <TabLink
              to="/dues"
              search={{}}
              activeOptions={{ exact: true }}
              aria-current={isCharges ? undefined : 'page'}
            >
              Members
            </TabLink>
            <TabLink
              to="/dues"
              search={{ view: 'charges' }}
              aria-current={isCharges ? 'page' : undefined}
            >
              Charges
            </TabLink>
          </TabLinks>
          <LinkButton
            to="/payments"
            search={{ dialog: 'record-many' }}
            icon={<ListChecks aria-hidden="true" />}
          >
            Record Several
          </LinkButton>
          <MoneyButton
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => address.newCharge()}
          >
            New Charge
          </MoneyButton>
        </>
      }
    />
  );
}
