/** The demo's documents: what a chapter keeps, in its folders. */
import { fileCalls } from '#features/files/contract.ts';
import { documentCalls } from '#features/resources/documents/document-contract.ts';
import { folderCalls } from '#features/resources/documents/folder-contract.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { TimelineAction } from './actions.ts';
import { type DemoChapter, memberAt, type Past } from './chapter.ts';
import type { DemoClient } from './demo-client.ts';
import { buildPdf } from './pdf.ts';
import { demoPeople } from './people.ts';

const folders = ['Minutes', 'Forms'] as const;

type DemoDocument = {
  readonly name: string;
  readonly folder?: (typeof folders)[number];
  readonly daysAgo: number;
  readonly lines: readonly string[];
};

const documents: readonly DemoDocument[] = [
  {
    name: 'Bylaws.pdf',
    daysAgo: 900,
    lines: [
      'Bylaws of the chapter',
      '1. The chapter serves its members and their businesses.',
      '2. The annual meeting elects a board: president, treasurer, event lead.',
      '3. The treasurer keeps the books and reports them at every annual meeting.',
      '4. Each member pays the dues by the end of January.',
    ],
  },
  {
    name: 'Annual meeting.pdf',
    folder: 'Minutes',
    daysAgo: 290,
    lines: [
      'Minutes of the annual meeting',
      'Present: 41 members. The quorum was reached.',
      'The treasurer reported the year; the report was accepted without a vote against.',
      'The retreat moves to the coast. Budget: $6,000.',
    ],
  },
  {
    name: 'Board meeting 11.pdf',
    folder: 'Minutes',
    daysAgo: 62,
    lines: [
      'Minutes of board meeting 11',
      'Speakers for the fall are confirmed. The hall is booked until December.',
      'Guests pay at the door; members sign up in the calendar.',
    ],
  },
  {
    name: 'Board meeting 12.pdf',
    folder: 'Minutes',
    daysAgo: 27,
    lines: [
      'Minutes of board meeting 12',
      'The holiday dinner is on. Partners are welcome.',
      'The mentoring program starts with nine pairs.',
    ],
  },
  {
    name: 'Speaker agreement.pdf',
    folder: 'Forms',
    daysAgo: 340,
    lines: [
      'Speaker agreement',
      'The chapter pays travel and one night at a hotel, against receipts.',
      'Slides stay with the speaker and are shared with members.',
    ],
  },
  {
    name: 'New member guide.pdf',
    daysAgo: 9,
    lines: [
      'Welcome to the chapter',
      'Your first month: come to a dinner, join a forum, fill in your profile.',
      'Expenses: log what you paid for others, and settle what you owe, in Expenses.',
      'Questions? Ask any member of the board.',
    ],
  },
];

/** Creates folders and adds documents, one after the other. */
export function documentActions(chapter: DemoChapter, past: Past): TimelineAction[] {
  const admin = memberAt(
    chapter,
    demoPeople.findIndex(({ displayName }) => displayName === 'Priya Raman'),
  );
  const folderIds = new Map<string, Id<'folder'>>();
  return [
    ...folders.map((name, place) => ({
      at: past.instant(1_000, 9, place),
      touches: ['documents'],
      run: async (client: DemoClient, at: Instant) => {
        const body = { name, parentId: null, audience: 'member' as const };
        const { id } = await client.call(admin, at, folderCalls.create, { body });
        folderIds.set(name, id);
      },
    })),
    ...documents.map(({ name, folder, daysAgo, lines }) => ({
      at: past.instant(daysAgo, 9, 0),
      touches: ['documents'],
      calls: 5,
      run: async (client: DemoClient, at: Instant) => {
        const fileId = await uploadPdf(client, admin, at, { name, lines });
        const folderId = (folder && folderIds.get(folder)) ?? null;
        await client.call(admin, at, documentCalls.create, { body: { fileId, folderId } });
      },
    })),
  ];
}

async function uploadPdf(
  client: DemoClient,
  by: Id<'member'>,
  at: Instant,
  { name, lines }: Pick<DemoDocument, 'name' | 'lines'>,
): Promise<Id<'file'>> {
  const content = buildPdf(lines);
  const body = { fileName: name, bytes: content.length, purpose: 'document' as const };
  const { id } = await client.call(by, at, fileCalls.begin, { body });
  const params = { fileId: id };
  const { missingParts } = await client.call(by, at, fileCalls.read, { params });
  for (const part of missingParts) {
    const sent = { params: { ...params, part: String(part) }, body: content };
    await client.call(by, at, fileCalls.sendPart, sent);
  }
  await client.call(by, at, fileCalls.finish, { params });
  return id;
}
