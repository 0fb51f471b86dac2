import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { Review } from '../../kit/sharing/Review.tsx';
import { useT } from '../../kit/index.ts';
import { keepOwn, rebaseAtom, takeIn } from '../sync/rebase.ts';
import { envelopeLook } from './look.tsx';
import './manager.css';

/** What a new version of a published layout would change in the person's own. */
export function RebaseDialog({ close }: { close: () => void }) {
  const t = useT('workspace');
  const dialog = useRef<HTMLDialogElement>(null);
  const rebase = useAtomValue(rebaseAtom);
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="ws-dialog ws-review" aria-label={t('rebase.review')} onClose={close}>
      {rebase && (
        <Review
          look={envelopeLook}
          rebase={rebase}
          keep={() => {
            keepOwn(rebase);
            end();
          }}
          take={(result) => {
            takeIn(rebase, result);
            end();
          }}
        />
      )}
    </dialog>
  );
}
