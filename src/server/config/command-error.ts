/** A command's failure whose message is for the operator. */
export class CommandError extends Error {}
