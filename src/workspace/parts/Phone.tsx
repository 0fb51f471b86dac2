import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Icon, VirtualList, localeAtom, menuAtom, useT } from '../../kit/index.ts';
import { activeTabAtom, shownAtom } from '../core/activity.ts';
import { modelAtom } from '../core/current.ts';
import { workspace } from '../core/workspace.ts';
import { titlesAtom } from '../core/panels.ts';
import { panelTitle } from '../panelTitle.ts';
import { LinkDot } from './LinkDot.tsx';
import { Panel } from './Panel.tsx';
import { StartCard } from './StartCard.tsx';
import './phone.css';

interface ListProps {
  tabs: readonly string[];
  active: string | undefined;
  choose: (id: string) => void;
}

/** The open panels under their bar; the one on screen is marked and has the focus. */
function OpenPanels({ tabs, active, choose }: ListProps) {
  const t = useT('workspace');
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <VirtualList
      id="open-panels"
      className="ws-phone-list"
      items={tabs}
      keyOf={(id) => id}
      textOf={panelTitle}
      estimate={45}
      active={active === undefined ? undefined : tabs.indexOf(active)}
      walk
    >
      {(id) => (
        <>
          <button
            ref={id === active ? start : undefined}
            type="button"
            aria-current={id === active ? 'page' : undefined}
            onClick={() => choose(id)}
          >
            {panelTitle(id)}
          </button>
          {tabs.length > 1 && workspace.node(id)?.isCloseable() && (
            <button
              type="button"
              className="pd-icon-button"
              aria-label={t('panel.closeNamed', { name: panelTitle(id) })}
              onClick={() => workspace.close(id)}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </>
      )}
    </VirtualList>
  );
}

/** A small window shows one panel at a time, with a way to the next ones and a list of all that are open. */
export function Phone() {
  const t = useT('workspace');
  const model = useAtomValue(modelAtom);
  const active = useAtomValue(activeTabAtom);
  useAtomValue(titlesAtom);
  useAtomValue(shownAtom);
  useAtomValue(localeAtom);
  useAtomValue(menuAtom);
  const [listed, setListed] = useState(false);
  if (!model) return null;
  const tabs = workspace.tabs();
  const at = tabs.indexOf(active ?? '');
  const choose = (id: string) => {
    workspace.select(id);
    setListed(false);
  };
  const stepButton = (step: 1 | -1) => {
    const id = tabs[(at + step + tabs.length) % tabs.length];
    const label = t(step === 1 ? 'command.nextTab' : 'command.previousTab');
    return (
      <button
        type="button"
        className={`ws-phone-step${step === 1 ? '' : ' ws-phone-back'}`}
        aria-label={label}
        disabled={tabs.length < 2}
        onClick={() => id !== undefined && choose(id)}
      >
        <Icon name="right" size={16} />
      </button>
    );
  };
  return (
    <div
      className="ws-phone"
      onKeyDown={(event) => event.key === 'Escape' && listed && (event.stopPropagation(), setListed(false))}
    >
      <div className="ws-phone-bar">
        {stepButton(-1)}
        {active && <LinkDot tabId={active} />}
        <button
          type="button"
          className="ws-phone-title"
          aria-expanded={listed}
          aria-controls={listed ? 'open-panels' : undefined}
          onClick={() => setListed(!listed)}
        >
          <span>{active ? panelTitle(active) : t('panel.none')}</span>
          <span className="pd-muted pd-number">
            {at + 1}/{tabs.length}
          </span>
          <Icon name="down" size={14} />
        </button>
        {stepButton(1)}
      </div>
      {listed && <OpenPanels tabs={tabs} active={active} choose={choose} />}
      <div className="ws-phone-panel">{active ? <Panel key={active} tabId={active} /> : <StartCard />}</div>
    </div>
  );
}
