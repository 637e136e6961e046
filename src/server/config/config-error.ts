/** What an operator set cannot work; its message names the variable, never a value that is secret. */
export class ConfigError extends Error {}
