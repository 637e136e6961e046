/** A document and a folder that someone else saved while their form was open. */
import { beforeEach, expect, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectToast, findDialog, press } from '#web/testing/controls.ts';
import { answer, refuse } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, nextId } from '#web/testing/session.ts';
import { resourceCalls } from '../../contract.ts';
import { type DocumentDetail, documentCalls } from '../../documents/document-contract.ts';
import { type Folder, folderCalls } from '../../documents/folder-contract.ts';

const minutes: Folder = {
  id: nextId('folder'),
  parentId: null,
  name: 'Minutes',
  audience: 'member',
  version: 1,
};
let folder: Folder;
let agenda: DocumentDetail;
const changed = refuse(412, 'changed_meanwhile', 'Someone else changed this');

beforeEach(() => {
  folder = minutes;
  agenda = {
    id: nextId('document'),
    name: 'Agenda.pdf',
    folderId: null,
    mediaType: 'application/pdf',
    bytes: 1_000,
    addedBy: { id: memberId('Maya Chen'), name: 'Maya Chen' },
    addedAt: toInstant(Temporal.Now.instant()),
    version: 1,
    text: null,
    files: [],
  };
  answer(resourceCalls.list, { items: [], version: 1 });
  answer(folderCalls.list, () => ({ items: [folder] }));
  answer(documentCalls.list, ({ query }) => pageOf([{ ...agenda, excerpt: null }], 1, query));
  answer(documentCalls.detail, () => agenda);
});

test('a document that was moved meanwhile and is renamed stays where it was moved to', async () => {
  answer(documentCalls.update, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${agenda.version}"`) return changed;
    agenda = { ...agenda, ...body, version: 3 };
    return agenda;
  });
  await open(`/resources/documents?dialog=edit&subject=${agenda.id}`, { as: 'treasurer' });
  const form = findDialog('Rename or Move');
  await form.getByLabelText('Name').fill('Agenda of May.pdf');
  agenda = { ...agenda, folderId: minutes.id as Id<'folder'>, version: 2 };
  await press(form, 'Save');
  await expect.element(form).toMatchTextContent('Someone else changed the document');
  await expect.element(form.getByLabelText('Folder')).toHaveValue(minutes.id);
  await press(form, 'Save My Changes');
  await expectToast('Agenda of May.pdf saved');
  expect(agenda).toMatchObject({ name: 'Agenda of May.pdf', folderId: minutes.id });
});

test('a folder that was renamed meanwhile keeps its name when others shall see it', async () => {
  answer(folderCalls.update, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${folder.version}"`) return changed;
    folder = { ...folder, ...body, audience: body.audience ?? 'member', version: 3 };
    return folder;
  });
  await open(`/resources/documents?dialog=edit-folder&subject=${minutes.id}`, { as: 'admin' });
  const form = findDialog('Edit Folder');
  await form.getByLabelText('Seen By').selectOptions('treasurer');
  folder = { ...minutes, name: 'Board minutes', version: 2 };
  await press(form, 'Save Folder');
  await expect.element(form.getByLabelText('Name')).toHaveValue('Board minutes');
  await press(form, 'Save My Changes');
  await expectToast('Board minutes saved');
  expect(folder).toMatchObject({ name: 'Board minutes', audience: 'treasurer' });
});
