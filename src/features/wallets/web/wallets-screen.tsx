// Placeholder until the screen lands: its owner overwrites this file.
export function WalletsScreen() {
  return <h1>WalletsScreen</h1>;
}
