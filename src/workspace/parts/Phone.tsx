import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Icon, State, localeAtom, useT } from '../../kit/index.ts';
import { activeTabAtom, shownAtom } from '../core/activity.ts';
import { desk, modelAtom } from '../core/desk.ts';
import { panels, titlesAtom } from '../core/panels.ts';
import { viewTitle } from '../views.tsx';
import { LinkDot } from './LinkDot.tsx';
import { Panel } from './Panel.tsx';

/** A small window shows one panel at a time and a list of the open ones. */
export function Phone() {
  const t = useT('workspace');
  const model = useAtomValue(modelAtom);
  const active = useAtomValue(activeTabAtom);
  const titles = useAtomValue(titlesAtom);
  useAtomValue(shownAtom);
  useAtomValue(localeAtom);
  const [listed, setListed] = useState(false);
  if (!model) return null;
  const tabs = desk.tabs();
  const titleOf = (id: string) => titles[id] ?? viewTitle(panels.get(id)?.view ?? '');
  const choose = (id: string) => {
    desk.select(id);
    setListed(false);
  };
  return (
    <div className="ws-phone">
      <div className="ws-phone-bar">
        <button
          type="button"
          className="ws-phone-title"
          aria-expanded={listed}
          onClick={() => setListed(!listed)}
        >
          {active && <LinkDot tabId={active} />}
          <span>{active ? titleOf(active) : t('panel.none')}</span>
          <span className="pd-muted pd-number">{tabs.length}</span>
          <Icon name="down" size={14} />
        </button>
      </div>
      {listed && (
        <ul className="ws-phone-list">
          {tabs.map((id) => (
            <li key={id} data-active={id === active || undefined}>
              <button type="button" onClick={() => choose(id)}>
                {titleOf(id)}
              </button>
              <button
                type="button"
                className="pd-icon-button"
                aria-label={t('panel.closeNamed', { name: titleOf(id) })}
                onClick={() => desk.close(id)}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="ws-phone-panel">
        {active ? (
          <Panel key={active} tabId={active} />
        ) : (
          <State kind="empty" text={t('panel.none')} hint={t('panel.noneHint')} />
        )}
      </div>
    </div>
  );
}
