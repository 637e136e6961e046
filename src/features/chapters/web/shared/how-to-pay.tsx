import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QrCode } from '#features/identity/web/shared/qr-code.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type BankAccount, formatTransferCode, groupDigits } from '../../bank-account.ts';
import type { PaymentInstructions } from '../../payment-instructions-contract.ts';
import { instructionsQuery } from './instructions-query.ts';

/** How the chapter is paid: its text, payment link, and bank account. Loads what it shows. */
export function HowToPay() {
  return (
    <QueryView
      query={useQuery(instructionsQuery)}
      loading={<LoadingRows label="Loading how to pay..." rows={4} />}
      failure="Couldn't load how to pay."
    >
      {(instructions) => <Instructions {...instructions} />}
    </QueryView>
  );
}

function Instructions({ howToPay, paymentLink, bankAccount }: PaymentInstructions) {
  if (!howToPay && !paymentLink && !bankAccount) {
    return (
      <EmptyState title="The chapter doesn't say how to pay">Ask a treasurer or admin.</EmptyState>
    );
  }
  // The address as browsers show it, so that lookalike letters are visible.
  const host = paymentLink && new URL(paymentLink).host;
  return (
    <div className="flex flex-col items-start gap-4">
      {howToPay && <p className="max-w-full whitespace-pre-line wrap-anywhere">{howToPay}</p>}
      {paymentLink && (
        <ExternalLink href={paymentLink} button="outline" className="max-w-full">
          <span className="truncate">Pay at {host}</span>
        </ExternalLink>
      )}
      {bankAccount && <Account {...bankAccount} />}
      <Code
        transfer={formatTransferCode(bankAccount)}
        link={bankAccount?.type === 'iban' ? '' : paymentLink}
        host={host}
      />
    </div>
  );
}

function Account(account: BankAccount) {
  const { holder, bankName } = account;
  return (
    <DetailList>
      <Detail name="Account holder">
        <Copied value={holder} label="Account holder" />
      </Detail>
      {bankName && <Detail name="Bank">{bankName}</Detail>}
      {account.type === 'iban' ? (
        <Detail name="IBAN">
          <Copied value={account.iban} label="IBAN">
            {groupDigits(account.iban)}
          </Copied>
        </Detail>
      ) : (
        <>
          <Detail name="Routing number">
            <Copied value={account.routingNumber} label="Routing number" />
          </Detail>
          <Detail name="Account number">
            <Copied value={account.accountNumber} label="Account number" />
          </Detail>
        </>
      )}
    </DetailList>
  );
}

function Copied({
  value,
  label,
  children = value,
}: {
  value: string;
  label: string;
  children?: ReactNode;
}) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 tabular-nums">{children}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** A transfer if banking apps can read one, else the link; the same stands above as text. */
function Code({
  transfer,
  link,
  host,
}: {
  transfer: string | undefined;
  link: string;
  host: string;
}) {
  if (transfer === undefined && !link) return null;
  const [label, caption] =
    transfer === undefined
      ? [`QR code of the link to ${host}`, `Scan to open ${host} on your phone.`]
      : [
          'QR code of a transfer to the account above',
          'Scan with a banking app for a transfer in euros. It contains no amount, because what you have to pay is in US dollars.',
        ];
  return (
    <figure className="flex flex-col gap-2">
      <QrCode text={transfer ?? link} label={label} errorCorrection="M" />
      <figcaption className="text-xs text-third wrap-anywhere">{caption}</figcaption>
    </figure>
  );
}
