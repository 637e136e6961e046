export function JoinScreen() {
  return <h1>Join</h1>;
}
