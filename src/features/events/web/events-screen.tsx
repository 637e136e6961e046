// Placeholder until the screen lands: its owner overwrites this file.
export function EventsScreen() {
  return <h1>EventsScreen</h1>;
}
