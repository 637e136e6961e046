export function ResourcesScreen() {
  return <h1>Resources</h1>;
}
