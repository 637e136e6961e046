/** Why a command could not do its work, in words for the operator. */
export class CommandError extends Error {}
