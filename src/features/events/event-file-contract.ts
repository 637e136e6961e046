/** Files of one date of an event: agenda, slides. Who sees the event sees them; who edits it adds and removes them. */
import * as z from 'zod/mini';
import { attachedFiles, fileReadCalls } from '#features/files/contract.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { occurrenceParams } from './rsvp/answer-contract.ts';

/** Of one occurrence. */
export const maxEventFiles = 20;

const path = '/events/occurrences/{occurrenceId}/files';
const tag = 'Events';
const fileParams = z.extend(occurrenceParams, { fileId: id<'file'>() });

const fileIds = z
  .array(id<'file'>())
  .check(
    z.minLength(1, 'Name a file'),
    z.maxLength(maxEventFiles, `There can be at most ${maxEventFiles} files`),
  );

export const eventFileCalls = {
  list: endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List the files of an occurrence in order, with who added them when',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: occurrenceParams,
    reply: attachedFiles,
  }),
  /** 409 `too_many_files`, `event_canceled`; 422 `unknown_file`. */
  add: endpoint({
    method: 'POST',
    path,
    tag,
    summary:
      'Add your finished uploads to an occurrence, or bring back files removed from it within a day',
    policy: 'member',
    params: occurrenceParams,
    body: z.strictObject({ fileIds }),
    reply: attachedFiles,
  }),
  /** 409 `event_canceled`. */
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{fileId}`,
    tag,
    summary: 'Remove a file of an occurrence; it can be added again within a day',
    policy: 'member',
    params: fileParams,
  }),
  ...fileReadCalls(`${path}/{fileId}`, { tag, params: fileParams, noun: 'file' }),
} as const;
