/** What other features may ask of dues. */
export { type DuesOfMember, readDues, toDuesDay } from './dues-list.ts';
