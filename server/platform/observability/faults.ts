import type { Logger } from 'pino';

/**
 * A promise that nobody awaited or a callback that threw ends neither the other calls nor the server: every command is
 * one transaction of the database, so nothing half-done is left behind. Told once each. Returns its undo.
 */
export function outliveFaults(log: Logger): () => void {
  const rejected = (reason: unknown) => log.error({ err: asError(reason) }, 'a rejection was not handled');
  const thrown = (error: unknown) => log.error({ err: asError(error) }, 'an exception was not caught');
  process.on('unhandledRejection', rejected);
  process.on('uncaughtException', thrown);
  return () => {
    process.off('unhandledRejection', rejected);
    process.off('uncaughtException', thrown);
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
