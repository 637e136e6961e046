// Placeholder until the screen lands: its owner overwrites this file.
export function MembersScreen() {
  return <h1>MembersScreen</h1>;
}
