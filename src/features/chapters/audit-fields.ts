import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  chapter: {
    names: {
      policy: 'policy',
      membersSeeWallets: 'members see wallets',
      smallestPayment: 'smallest payment',
      links: 'links',
      'links.chapterSiteUrl': 'link to the chapter site',
      'links.networkHubUrl': 'link to the network hub',
      'links.learningCentreUrl': 'link to the learning center',
      'links.localPlatformUrl': 'link to the local platform',
      hash: 'logo',
      mediaType: 'image type',
      width: 'width',
      height: 'height',
    },
    values: {
      hash: () => 'an image',
      policy: (policy) => (policy === 'open' ? 'open' : 'restricted'),
    },
    money: ['smallestPayment'],
  },
  invitation: { names: { email: 'email', expiresAt: 'expires' } },
};
