import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Icon, useT } from '../kit/index.ts';
import { Review } from '../kit/sharing/Review.tsx';
import type { Board } from './board.ts';
import { documentLook } from './look.tsx';

/** The published dashboard that this one came from has moved on under the person's own changes. */
export function RebaseStrip({ board }: { board: Board }) {
  const t = useT('workspace');
  const { rebase } = useAtomValue(board.atom);
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (!rebase) return null;
  const { name, publisher } = rebase.published;
  const keep = () => board.takeIn(rebase);
  return (
    <div className="dash-bar dash-rebased" role="status">
      <Icon name="dashboard" size={14} />
      <span>{t('rebase.banner', { name, publisher })}</span>
      <button type="button" className="pd-button pd-button-primary" onClick={() => setOpen(true)}>
        {t('rebase.review')}
      </button>
      <button type="button" className="pd-button" onClick={keep}>
        {t('rebase.keep')}
      </button>
      {open && (
        <dialog
          ref={dialog}
          className="dash-dialog dash-wide"
          aria-label={t('rebase.review')}
          onClose={() => setOpen(false)}
        >
          <Review
            look={documentLook}
            rebase={rebase}
            keep={keep}
            take={(result) => board.takeIn(rebase, result)}
          />
        </dialog>
      )}
    </div>
  );
}
