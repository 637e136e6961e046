/** 'Maya Chen'; a single name stands alone. */
export function formatFullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}
