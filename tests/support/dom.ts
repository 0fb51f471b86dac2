import { MessageChannel } from 'node:worker_threads';

// A browser has it, and so has Node; the context that a test file runs in is given only what belongs to the language.
Object.assign(globalThis, { MessageChannel });
