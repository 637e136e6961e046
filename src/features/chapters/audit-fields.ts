import type { AuditFields } from '#kit/audit-words.ts';
import { type BankAccount, maskNumber } from './bank-account.ts';

export const auditFields: AuditFields = {
  chapter: {
    names: {
      policy: 'policy',
      eventPolicy: 'who changes events',
      membersSeeWallets: 'members see wallets',
      settlesThrough: 'how it settles',
      amountsInSubjects: 'amounts in subjects of emails',
      smallestPayment: 'smallest payment',
      bankBalance: 'bank balance',
      links: 'links',
      'links.chapterSiteUrl': 'link to the chapter site',
      'links.networkHubUrl': 'link to the network hub',
      'links.learningCentreUrl': 'link to the learning center',
      'links.localPlatformUrl': 'link to the local platform',
      hash: 'logo',
      mediaType: 'image type',
      width: 'width',
      height: 'height',
      howToPay: 'how to pay',
      paymentLink: 'payment link',
      bankAccount: 'bank account',
    },
    values: {
      hash: () => 'an image',
      policy: (policy) => (policy === 'open' ? 'open' : 'restricted'),
      eventPolicy: (policy) => (policy === 'open' ? 'everyone' : 'their creators and admins'),
      settlesThrough: (way) => (way === 'wallets' ? 'through wallets' : 'outside'),
      bankAccount: (account) => describeAccount(account as BankAccount),
    },
    money: ['smallestPayment', 'bankBalance'],
  },
  invitation: { names: { email: 'email', expiresAt: 'expires' } },
};

/** Readers of the log recognize the account, but cannot use its numbers. */
function describeAccount(account: BankAccount): string {
  const { holder, bankName } = account;
  const numbers =
    account.type === 'iban'
      ? `IBAN ${maskNumber(account.iban)}`
      : `routing ${maskNumber(account.routingNumber)}, account ${maskNumber(account.accountNumber)}`;
  return [holder, bankName, numbers].filter(Boolean).join(', ');
}
