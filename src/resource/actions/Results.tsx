import type { ActionResult } from '../../../contract/calls.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { Icon, VirtualList, formatCount, useT } from '../../kit/index.ts';
import { saveRefusals } from './saveRefusals.ts';

export interface Outcome {
  /** Name of the action as the button says it. */
  title: string;
  action: string;
  result: ActionResult;
  /** What a person calls a row. */
  name: (id: string) => string;
}

interface ResultsProps {
  outcome: Outcome;
  retry: (ids: string[]) => void;
  show: (id: string) => void;
  close: () => void;
}

/** What may be over a moment later; of everything else the row must change first. */
const PASSING: ReadonlySet<string> = new Set([
  'claimedByOther',
  'insufficientBalance',
  'staleVersion',
  'idempotencyBusy',
  'busy',
  'commandBusy',
  'serverUnready',
  'clockOff',
  'databaseDown',
  'databaseFull',
  'databaseReadOnly',
  'internal',
] satisfies ErrorCode[]);

/** What became of each row of a command: done, or refused with the reason and a way to try again. */
export function Results({ outcome, retry, show, close }: ResultsProps) {
  const t = useT('grid');
  const { done, refused, waiting = [] } = outcome.result;
  const again = refused.filter(({ code }) => PASSING.has(code)).map(({ id }) => id);
  return (
    <section className="results" aria-label={t('results.title', { action: outcome.title })}>
      <header className="results-head">
        <b>{outcome.title}</b>
        <span className="pd-up">
          {t('results.done', { count: formatCount(done.length - waiting.length) })}
        </span>
        {waiting.length > 0 && <span>{t('results.waiting', { count: formatCount(waiting.length) })}</span>}
        {refused.length > 0 && (
          <span className="pd-down">{t('results.refused', { count: formatCount(refused.length) })}</span>
        )}
        <span className="grow" />
        {again.length > 0 && (
          <button type="button" className="pd-button" onClick={() => retry(again)}>
            {t('results.retry', { count: again.length })}
          </button>
        )}
        {refused.length > 0 && (
          <button
            type="button"
            className="pd-icon-button"
            aria-label={t('results.save')}
            title={t('results.save')}
            onClick={() => saveRefusals(outcome)}
          >
            <Icon name="download" />
          </button>
        )}
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('close')}
          title={t('close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <VirtualList className="results-list" items={refused} keyOf={({ id }) => id} walk>
        {(each) => (
          <>
            <button type="button" className="pd-mono link-button" onClick={() => show(each.id)}>
              {outcome.name(each.id)}
            </button>
            <span className="pd-down">{each.message}</span>
          </>
        )}
      </VirtualList>
    </section>
  );
}
