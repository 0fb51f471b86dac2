import { useMemo, useState } from 'react';
import type { PublishedLayout } from '../data/layout.ts';
import { useT } from '../i18n/i18n.ts';
import { Choice } from '../ui/Choice.tsx';
import { Marks } from './Marks.tsx';
import type { Look } from './look.ts';
import './sharing.css';

/** A published layout moved on under a person's own changes of it. */
export interface Rebase<T> {
  published: PublishedLayout;
  /** What the person has now, what was published, and both together; undefined where that cannot be. */
  mine: T;
  theirs: T;
  merged: T | undefined;
}

interface ReviewProps<T> {
  look: Look<T>;
  rebase: Rebase<T>;
  /** The person's own stays as it is. */
  keep: () => void;
  take: (result: T) => void;
}

type Way = 'merged' | 'theirs';

/** What a new version of a published layout would change in the person's own. */
export function Review<T>({ look, rebase, keep, take }: ReviewProps<T>) {
  const t = useT('workspace');
  const { mine, theirs, merged, published } = rebase;
  const [way, setWay] = useState<Way>(merged ? 'merged' : 'theirs');
  const result = way === 'merged' && merged ? merged : theirs;
  const marks = useMemo(() => look.marksOf(mine, result), [look, mine, result]);
  const ways: Way[] = merged ? ['merged', 'theirs'] : ['theirs'];
  return (
    <>
      <h2>{t('rebase.title', { name: published.name })}</h2>
      <p className="pd-muted">
        {t(merged ? 'rebase.text' : 'rebase.conflict', { publisher: published.publisher })}
      </p>
      {ways.length > 1 && (
        <Choice
          label={t('rebase.result')}
          value={way}
          options={ways.map((value) => ({ value, text: t(`rebase.way.${value}`) }))}
          set={(value) => setWay(value as Way)}
        />
      )}
      <div className="pd-rebase">
        <figure>
          <figcaption className="pd-muted">{t('rebase.now')}</figcaption>
          {look.draw(mine)}
        </figure>
        <figure>
          <figcaption className="pd-muted">{t('rebase.result')}</figcaption>
          {look.draw(result, marks)}
        </figure>
      </div>
      <Marks look={look} from={mine} to={result} marks={marks} />
      <footer>
        <button type="button" className="pd-button" onClick={keep}>
          {t('rebase.keep')}
        </button>
        <button type="button" className="pd-button pd-button-primary" onClick={() => take(result)}>
          {t('rebase.take')}
        </button>
      </footer>
    </>
  );
}
