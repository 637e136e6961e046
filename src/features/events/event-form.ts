import type { Day } from '#kit/day.ts';
import { defaultCategoryColor } from './category-color.ts';
import type { NewEvent } from './contract.ts';
import { daysBetween, maxEventDays } from './window.ts';

/** What a person types about an event on a day. */
export type EventForm = {
  title: string;
  description: string;
  location: string;
  categoryColor: string;
  /** Empty: the same day as it starts. */
  endDate: Day | '';
  /** `HH:mm` */
  startTime: string;
  endTime: string;
};

export const emptyEventForm: EventForm = {
  title: '',
  description: '',
  location: '',
  categoryColor: defaultCategoryColor,
  endDate: '',
  startTime: '09:00',
  endTime: '10:00',
};

export const requiredFieldsMessage = 'Please fill in all required fields';

/** What is wrong with the form for an event that starts on `day`, by field; empty when nothing is. */
export function faultsOf(form: EventForm, day: Day): Partial<Record<keyof EventForm, string>> {
  const { title, endDate, startTime, endTime } = form;
  const isSameDay = endDate === '' || endDate === day;
  return {
    ...(title.trim() === '' ? { title: 'Title is required' } : {}),
    ...(endDate !== '' && endDate < day
      ? { endDate: 'The end date cannot be before the start date' }
      : {}),
    ...(endDate !== '' && daysBetween(day, endDate) > maxEventDays
      ? { endDate: `An event lasts at most ${maxEventDays} days` }
      : {}),
    ...(startTime === '' ? { startTime: 'Start time is required' } : {}),
    ...(endTime === '' ? { endTime: 'End time is required' } : {}),
    ...(isSameDay && startTime !== '' && endTime !== '' && endTime < startTime
      ? { endTime: 'The end time cannot be before the start time' }
      : {}),
  };
}

/** The event that a form without faults describes. */
export function newEventOf(form: EventForm, day: Day): NewEvent {
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    location: form.location.trim(),
    categoryColor: form.categoryColor,
    startDate: `${day}T${form.startTime}`,
    endDate: `${form.endDate || day}T${form.endTime}`,
  };
}

/** The end that keeps an event's hour when its start moves; never past the day's last minute. */
export function hourAfter(startTime: string): string {
  const [hour = '0', minute = '00'] = startTime.split(':');
  return Number(hour) >= 23 ? '23:59' : `${String(Number(hour) + 1).padStart(2, '0')}:${minute}`;
}
