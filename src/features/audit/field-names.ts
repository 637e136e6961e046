/** What the fields of a record are called, as its reader would say it. */

type Names = Readonly<Record<string, string | null>>;

/** Numbers of our own, what follows from the rest, and what the record says elsewhere: not told. */
const untold = null;

const anywhere: Names = {
  id: untold,
  version: untold,
  createdAt: untold,
  createdBy: untold,
  createdByUserId: untold,
  updatedAt: untold,
  updatedBy: untold,
  chapterId: untold,
  audit: untold,
  title: 'title',
  description: 'description',
  name: 'name',
  timeZone: 'time zone',
  role: 'role',
  memberId: 'member',
};

const event: Names = {
  calendarId: 'calendar',
  occurrenceId: untold,
  location: 'location',
  startDate: 'starts',
  endDate: 'ends',
  startsAt: untold,
  endsAt: untold,
  categoryColor: 'category color',
  isRecurring: untold,
  isException: 'differs from its series',
  recurrencePattern: 'repeats',
  series: untold,
  capacity: 'capacity',
  rsvpClosesMinutesBefore: 'minutes before the start when RSVPs close',
};

const names: Readonly<Record<string, Names>> = {
  calendar: { isMain: 'main calendar' },
  chapter: {
    policy: 'policy',
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
  event: {
    ...event,
    // Of an event that came with a file.
    start: 'starts',
    end: 'ends',
    rule: 'repeats',
    exceptions: 'exceptions',
    importedFrom: 'ID in the file',
    ...within('fields', { ...event, title: 'title', description: 'description' }),
  },
  expense: {
    amount: 'total',
    expenseDate: 'expense date',
    eventId: 'event',
    participants: 'participants',
    category: 'category',
    paidBy: 'paid by',
    isEvenSplit: 'even split',
    isExcludedFromGroupTotals: 'excluded from group total',
    useWalletTransactions: 'wallet transactions',
    payerReimbursementType: 'payer reimbursement',
    payerReimbursementAmount: 'payer reimbursement amount',
    participantBreakdowns: untold,
    overrides: 'overrides',
    receiptIds: 'receipts',
    status: 'status',
    settledAt: 'settled at',
    settledBy: 'settled by',
    deletedAt: 'deleted at',
  },
  invitation: { email: 'email', expiresAt: 'expires' },
  member: {
    displayName: 'name',
    firstName: 'first name',
    lastName: 'last name',
    email: 'email',
    primaryPhone: 'phone',
    company: 'company',
    title: 'title',
    website: 'website',
    city: 'city',
    bio: 'about',
    status: 'status',
    locked: 'locked fields',
    privacy: 'privacy',
    'privacy.email': 'who sees the email',
    'privacy.primaryPhone': 'who sees the phone',
    'privacy.company': 'who sees the company',
    'privacy.title': 'who sees the title',
    'privacy.website': 'who sees the website',
    'privacy.city': 'who sees the city',
    'privacy.bio': 'who sees the about text',
    externalUserIdentifier: 'external ID',
    // Of their account.
    passkeyId: 'passkey',
    passkeys: 'passkeys',
    hadSecondFactor: 'authenticator app',
    issuer: 'sign-in provider',
    issuers: 'sign-in providers',
    subject: 'account with the provider',
    sessions: 'sessions',
    left: 'recovery codes left',
  },
  occurrence: {
    answer: 'RSVP',
    guests: 'guests',
    status: 'on the waitlist',
    place: 'order of arrival',
    turn: untold,
    promoted: 'promoted from the waitlist',
    capacity: 'capacity',
  },
  resources: { items: 'resources' },
  transaction: {
    walletId: 'wallet',
    userId: 'user',
    amount: 'amount',
    referenceId: 'reference',
    metadataJson: 'metadata',
    date: 'date',
    origin: 'origin',
    expenseId: 'expense',
  },
  wallet: {
    ownerId: 'owner',
    user: untold,
    currencyCode: 'currency',
    currentBalance: untold,
    unsettledReimbursementTotal: untold,
  },
};

function within(outer: string, inner: Names): Names {
  return Object.fromEntries(
    Object.entries(inner).map(([field, name]) => [`${outer}.${field}`, name]),
  );
}

/** Null: it is not told, nor what is inside of it. Undefined: it has no name here. */
export function knownName(kind: string, field: string): string | null | undefined {
  const named = (each: string) => {
    const own = names[kind]?.[each];
    return own === undefined ? anywhere[each] : own;
  };
  const [outer = ''] = field.split('.');
  return named(outer) === untold ? untold : named(field);
}

/** What an older version recorded is told by its own words: 'petName' as 'pet name'. */
export function fieldName(kind: string, field: string): string | null {
  const known = knownName(kind, field);
  if (known !== undefined) return known;
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
}
