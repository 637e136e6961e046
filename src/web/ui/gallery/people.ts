import type { Instant } from '#kit/day.ts';

export const people = [
  { id: 'u1', name: 'Maya Chen', balance: 21450 },
  { id: 'u2', name: 'Diego Alvarez', balance: -8625 },
  { id: 'u3', name: 'Priya Raman', balance: 0 },
  { id: 'u4', name: 'Tom Becker', balance: -12825 },
  { id: 'u5', name: 'Aisha Khan', balance: 6200 },
  { id: 'u6', name: 'Luca Moretti', balance: -6200 },
  { id: 'u7', name: 'Zoë Ångström-Featherstonehaugh', balance: -999999999999 },
  { id: 'u8', name: 'Bo', balance: 1 },
];

type Sample = { id: string; title: string; at: Instant; status: string; total: number };

export const expenses: readonly Sample[] = [
  {
    id: 'e1',
    title: 'Harbor dinner',
    at: '2026-11-15T03:30:00.000Z',
    status: 'open',
    total: 68420,
  },
  {
    id: 'e2',
    title: 'Forum retreat cabin',
    at: '2026-11-08T00:00:00.000Z',
    status: 'open',
    total: 124000,
  },
  {
    id: 'e3',
    title: 'Speaker gift',
    at: '2026-11-03T20:15:00.000Z',
    status: 'settled',
    total: 8500,
  },
  {
    id: 'e4',
    title: 'Catalina ferry tickets',
    at: '2026-10-28T16:00:00.000Z',
    status: 'open',
    total: 39150,
  },
  {
    id: 'e5',
    title: 'Coworking day passes',
    at: '2026-10-21T15:30:00.000Z',
    status: 'settled',
    total: 15000,
  },
  {
    id: 'e6',
    title: 'A very long title of an expense that somebody typed without ever thinking of columns',
    at: '2026-10-09T00:45:00.000Z',
    status: 'settled',
    total: 999999999999,
  },
];
