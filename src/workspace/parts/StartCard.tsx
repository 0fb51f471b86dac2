import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { Icon, type IconName, Key, State, commands, useT } from '../../kit/index.ts';
import { historyAtom } from '../core/history.ts';
import './cards.css';

interface Way {
  id: string;
  icon: IconName;
  text: string;
}

/** Where no panel is open: the ways to one. */
export function StartCard() {
  const t = useT('workspace');
  const { undo } = useAtomValue(historyAtom);
  const first = useRef<HTMLDivElement>(null);
  // The focus went with the last panel; where a person has put it elsewhere it stays.
  useEffect(() => {
    const { current } = first;
    if (current?.ownerDocument.activeElement === current?.ownerDocument.body)
      current?.querySelector('button')?.focus();
  }, []);
  const ways: Way[] = [
    { id: 'app.palette', icon: 'search', text: t('panel.openOne') },
    ...(undo > 0 ? [{ id: 'workspace.undo', icon: 'undo', text: t('panel.undoClose') } as const] : []),
    { id: 'layout.restoreDefault', icon: 'refresh', text: t('command.restoreDefault') },
  ];
  return (
    <div className="ws-gone">
      <State kind="empty" text={t('panel.none')} hint={t('panel.noneHint')} />
      <div ref={first} className="ws-ways">
        {ways.map(({ id, icon, text }) => (
          <button key={id} type="button" className="pd-button" onClick={() => void commands.execute(id)}>
            <Icon name={icon} size={14} />
            {text}
            {commands.find(id)?.keys?.[0] && <Key keys={commands.find(id)!.keys![0]!} />}
          </button>
        ))}
      </div>
    </div>
  );
}
