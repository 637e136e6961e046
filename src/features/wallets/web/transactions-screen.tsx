// Placeholder until the screen lands: its owner overwrites this file.
export function TransactionsScreen() {
  return <h1>TransactionsScreen</h1>;
}
