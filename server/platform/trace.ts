import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();
/** As a request's id is made; nothing else becomes part of a statement. */
const TRACE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isTrace = (value: unknown): value is string => typeof value === 'string' && TRACE.test(value);

/** Of which request the code that runs now is a consequence; undefined in work that nobody asked for. */
export const currentTrace = (): string | undefined => traces.getStore();

/** Runs the work as a consequence of a request; without one as nobody's. */
export const inTrace = <T>(trace: unknown, work: () => T): T =>
  isTrace(trace) ? traces.run(trace, work) : traces.exit(work);

/** Rows that a transaction adds to a log are of this request: their column `trace_id` takes it by itself. */
export function withTrace(begin: string): string {
  const trace = currentTrace();
  return trace === undefined ? begin : `${begin}; set local paydesk.trace = '${trace}'`;
}
