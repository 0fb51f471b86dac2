import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ConsoleAnswer } from '../../../../contract/sqlConsole.ts';
import { call, isCallError } from '../../../kit/index.ts';

export const STATE_KEY = ['sysDatabase', 'console'];

export interface Ran {
  statement: string;
  answer: ConsoleAnswer;
}

/** Runs one statement at a time; leaving it ends it on the server, too. */
export function useRun() {
  const client = useQueryClient();
  const stop = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [ran, setRan] = useState<Ran>();
  const [problem, setProblem] = useState<string>();
  async function run(statement: string): Promise<void> {
    if (stop.current || statement.trim() === '') return;
    const { signal } = (stop.current = new AbortController());
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { statement: statement.trim() };
      const answer = await call<ConsoleAnswer>('sysDatabase/runStatement', body, {
        customCatch: true,
        signal,
      });
      setRan({ statement: body.statement, answer });
    } catch (error) {
      if (!signal.aborted) setProblem(isCallError(error) ? error.message : String(error));
    } finally {
      stop.current = undefined;
      setBusy(false);
      await client.invalidateQueries({ queryKey: STATE_KEY });
    }
  }
  return { run, cancel: () => stop.current?.abort(), busy, ran, problem };
}
