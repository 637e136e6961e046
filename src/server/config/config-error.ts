/** An invalid setting; the message names the variable and never a secret value. */
export class ConfigError extends Error {}
