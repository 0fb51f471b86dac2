import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { workScope } from '../../kit/commands/keys.ts';
import type { Registered } from '../../kit/commands/registry.ts';
import { useCommandList } from '../../kit/commands/useCommands.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { loadPinyin, pinyinAtom } from '../../kit/i18n/pinyin.ts';
import { viewOfPanel } from '../shell/useActiveView.ts';
import { Foot } from './Foot.tsx';
import { type Section, sectionsOf } from './listed.ts';
import { Sections } from './Sections.tsx';
import { useKeymap } from './useKeymap.ts';
import './keysheet.css';

function useSections(text: string): { all: readonly Registered[]; sections: Section[] } {
  const t = useT('app');
  const [scope] = useState(workScope);
  const all = useCommandList();
  const titles = {
    global: t('keys.global'),
    go: t('keys.go'),
    panel: (of: string) => viewOfPanel(of)?.title ?? t('keys.panel'),
  };
  // Labels are found by their pronunciation once its table is there.
  useAtomValue(pinyinAtom);
  return { all, sections: sectionsOf(all, scope, text, titles) };
}

/** Every key there is, those of the active panel first; each can be found by name or key, and changed. */
export function KeySheet({ close }: { close: () => void }) {
  const t = useT('app');
  const [text, setText] = useState('');
  const { all, sections } = useSections(text);
  const changes = useKeymap();
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const end = () => dialog.current?.close();
  useEffect(() => {
    dialog.current?.showModal();
    box.current?.focus();
    void loadPinyin();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="keysheet"
      aria-labelledby="keysheet-title"
      onClose={close}
      onPointerDown={(event) => event.target === dialog.current && end()}
    >
      <header>
        <h1 id="keysheet-title">{t('keys.title')}</h1>
        <label className="keysheet-search">
          <Icon name="search" size={14} />
          <input
            ref={box}
            type="search"
            aria-label={t('keys.search')}
            placeholder={t('keys.search')}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="button" className="pd-icon-button" aria-label={t('keys.close')} onClick={end}>
          <Icon name="close" />
        </button>
      </header>
      <div className="keysheet-groups">
        <Sections sections={sections} all={all} changes={changes} />
        {sections.length === 0 && <p className="pd-muted keysheet-none">{t('keys.nothing', { text })}</p>}
      </div>
      <Foot keymap={changes.keymap} />
    </dialog>
  );
}
