import { randomBytes } from 'node:crypto';
import { type Id, uuidV7 } from '#kit/id.ts';

export type NewId = () => Id;

export const newId: NewId = () => uuidV7(Temporal.Now.instant().epochMilliseconds, randomBytes(10));
