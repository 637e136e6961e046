// Placeholder until the screen lands: its owner overwrites this file.
export function CalendarScreen() {
  return <h1>CalendarScreen</h1>;
}
