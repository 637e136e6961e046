/** The sample content of the overview. */

export type SampleEvent = {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly time: string;
  readonly location: string;
  readonly attendees: number;
  readonly description: string;
  readonly status: 'upcoming';
  readonly rsvpDeadline: string;
};

export const sampleTiles: readonly { readonly name: string; readonly value: string }[] = [
  { name: 'Events This Month', value: '4' },
  { name: 'Total RSVPs', value: '131' },
  { name: 'Days Until Next Event', value: '5' },
];

export const sampleEvents: readonly SampleEvent[] = [
  {
    id: 'sample-learning-day',
    title: 'Learning Day: Scaling with Purpose',
    date: 'March 15, 2024',
    time: '9:00 AM - 4:00 PM',
    location: 'Harbor Conference Center, San Diego',
    attendees: 42,
    description:
      'A full day of workshops with three founders who grew past their first hundred people.',
    status: 'upcoming',
    rsvpDeadline: 'March 8, 2024',
  },
  {
    id: 'sample-forum-dinner',
    title: 'Forum Dinner',
    date: 'March 19, 2024',
    time: '6:30 PM - 9:00 PM',
    location: 'Little Italy, San Diego',
    attendees: 18,
    description: 'All forums at one long table. Bring a question you have not answered yet.',
    status: 'upcoming',
    rsvpDeadline: 'March 16, 2024',
  },
  {
    id: 'sample-family-day',
    title: 'Family Day at the Bay',
    date: 'March 23, 2024',
    time: '10:00 AM - 3:00 PM',
    location: 'Mission Bay Park',
    attendees: 55,
    description: 'Sailing, a picnic, and games for members with their partners and children.',
    status: 'upcoming',
    rsvpDeadline: 'March 20, 2024',
  },
  {
    id: 'sample-pitch-night',
    title: 'Pitch Night',
    date: 'March 28, 2024',
    time: '5:30 PM - 8:00 PM',
    location: 'Downtown Studio, San Diego',
    attendees: 16,
    description: 'Six members pitch what they are building next and hear what others would ask.',
    status: 'upcoming',
    rsvpDeadline: 'March 26, 2024',
  },
];
