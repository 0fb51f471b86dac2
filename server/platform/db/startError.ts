/** A start that cannot go on; the message is one line for the person at the terminal. */
export class StartError extends Error {}
