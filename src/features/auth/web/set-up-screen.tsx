export function SetUpScreen() {
  return <h1>Set up</h1>;
}
