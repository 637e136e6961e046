/** `npm start --demo`: npm takes options in front of `--` for its own, and passes them on only as variables. */

const options = { demo: 'flag', port: 'value', data: 'value' };

/**
 * The arguments as they were meant. npm separates `--port 4000` into a variable that says `true` and an
 * argument `4000`; two of those are ambiguous, and undefined is returned.
 */
export function restoreOptions(args, env) {
  if (env.npm_lifecycle_event === undefined) return args;
  const taken = Object.keys(options)
    .map((name) => [name, env[`npm_config_${name}`]])
    .filter(([, value]) => value);
  const [loose, ...others] = taken.filter(
    ([name, value]) => options[name] === 'value' && value === 'true',
  );
  if (others.length > 0) return undefined;
  const given = taken
    .filter((option) => option !== loose)
    .flatMap(([name, value]) => (options[name] === 'flag' ? [`--${name}`] : [`--${name}`, value]));
  return [...given, ...(loose ? [`--${loose[0]}`] : []), ...args];
}
