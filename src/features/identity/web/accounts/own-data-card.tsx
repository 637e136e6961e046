import Download from 'lucide-react/icons/download';
import { buildUrl } from '#web/api/api-base.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { ownDataCall } from '../../own-data-contract.ts';

/** A plain link, so that the browser shows the download and saves it piece by piece. */
export function OwnDataCard() {
  return (
    <Card
      title="Your Data"
      description="Your profile, money, RSVPs and activity, as files"
      actions={
        <a href={buildUrl(ownDataCall, {})} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden="true" />
          Download
        </a>
      }
    />
  );
}
