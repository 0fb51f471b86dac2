import { ConfigProvider } from 'antd';
import { atom, getDefaultStore } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** The document a person pressed a key or a button in last, the page's or a pop-out's: answers belong there. */
const workDocumentAtom = atom<Document | undefined>(globalThis.document);
const store = getDefaultStore();

export const workDocument = (): Document => store.get(workDocumentAtom) ?? document;

/** Notices work in a document until undone. */
export function watchWork(target: Document): () => void {
  const here = () => store.set(workDocumentAtom, target);
  const view = target.defaultView;
  target.addEventListener('keydown', here, true);
  target.addEventListener('pointerdown', here, true);
  view?.addEventListener('focus', here);
  return () => {
    target.removeEventListener('keydown', here, true);
    target.removeEventListener('pointerdown', here, true);
    view?.removeEventListener('focus', here);
    if (workDocument() === target) store.set(workDocumentAtom, globalThis.document);
  };
}

/** What floats, dialogs of the UI kit too, drawn in the window it was asked for in; `close` is called when that window goes. */
export function InWorkWindow({ close, children }: { close: () => void; children: ReactNode }) {
  const [target] = useState(workDocument);
  useEffect(() => {
    const view = target.defaultView;
    // The dialogs of the UI kit hear it in the page's own window alone.
    const onKey = ({ key, keyCode }: KeyboardEvent) => {
      if (key === 'Escape' && view !== window)
        window.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode }));
    };
    view?.addEventListener('pagehide', close);
    view?.addEventListener('keydown', onKey);
    return () => {
      view?.removeEventListener('pagehide', close);
      view?.removeEventListener('keydown', onKey);
    };
  }, [target, close]);
  if (target === document) return children;
  return createPortal(
    <ConfigProvider getPopupContainer={() => target.body}>{children}</ConfigProvider>,
    target.body,
  );
}
