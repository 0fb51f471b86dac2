import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Choice, useT } from '../../kit/index.ts';
import { type Rebase, keepOwn, rebaseAtom, takeIn } from '../sync/rebase.ts';
import { Marks } from './Marks.tsx';
import { Preview } from './Preview.tsx';
import { marksOf } from './boxes.ts';
import './manager.css';

type Way = 'merged' | 'theirs';

function Review({ rebase, end }: { rebase: Rebase; end: () => void }) {
  const t = useT('workspace');
  const { mine, theirs, merged, published } = rebase;
  const [way, setWay] = useState<Way>(merged ? 'merged' : 'theirs');
  const result = way === 'merged' && merged ? merged : theirs;
  const marks = useMemo(() => marksOf(mine, result), [mine, result]);
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
      <div className="ws-rebase">
        <figure>
          <figcaption className="pd-muted">{t('rebase.now')}</figcaption>
          <Preview envelope={mine} />
        </figure>
        <figure>
          <figcaption className="pd-muted">{t('rebase.result')}</figcaption>
          <Preview envelope={result} marks={marks} />
        </figure>
      </div>
      <Marks from={mine} to={result} marks={marks} />
      <footer>
        <button
          type="button"
          className="pd-button"
          onClick={() => {
            keepOwn(rebase);
            end();
          }}
        >
          {t('rebase.keep')}
        </button>
        <button
          type="button"
          className="pd-button pd-button-primary"
          onClick={() => {
            takeIn(rebase, result);
            end();
          }}
        >
          {t('rebase.take')}
        </button>
      </footer>
    </>
  );
}

/** What a new version of a published layout would change in the person's own. */
export function RebaseDialog({ close }: { close: () => void }) {
  const t = useT('workspace');
  const dialog = useRef<HTMLDialogElement>(null);
  const rebase = useAtomValue(rebaseAtom);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="ws-dialog ws-review" aria-label={t('rebase.review')} onClose={close}>
      {rebase && <Review rebase={rebase} end={() => dialog.current?.close()} />}
    </dialog>
  );
}
