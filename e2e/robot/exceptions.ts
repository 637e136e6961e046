/** What the robot does not press, or may find refused or without effect; each with its reason. */
type Exception = { matches: RegExp; because: string };

export const untouched: readonly Exception[] = [
  { matches: /Sign Out/, because: 'ends the walk' },
  { matches: /^menu .* San Diego$|Switch to/, because: 'leaves the chapter of the walk' },
  { matches: /Passkey/i, because: 'asks the authenticator of the machine' },
];

export const expectedRefusals: readonly Exception[] = [];

export const inert: readonly Exception[] = [
  {
    matches: /^page button .*(dinner|lunch|walk|Robot|outside|wallets)/,
    because: 'its panel is open',
  },
];

/** What ends its subject, and so comes last. */
export const destructive =
  /Delete|Remove|Settle|Mark as Paid|Decline|Reverse|Cancel Payment|Confirm|Revoke|Disable/;
