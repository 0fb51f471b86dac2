import { useEffect, useState } from 'react';
import { Key, SideButtons, type ViewProps, chordLabel, useCommands, useT } from '../../kit/index.ts';
import { BaseInfo } from './BaseInfo.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { PersonCard } from './PersonCard.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { LookSection, RegionSection } from './sections.tsx';
import { Sessions } from './Sessions.tsx';
import { useOwnRecord } from './useOwnRecord.ts';
import '../../resource/ui/view.css';
import './centre.css';
import './settings.css';

const TABS = ['base', 'password', 'sessions', 'factor', 'look'] as const;
type Tab = (typeof TABS)[number];

const isTab = (value: unknown): value is Tab => TABS.includes(value as Tab);
const keyOf = (tab: Tab): string => String(TABS.indexOf(tab) + 1);

function Look() {
  return (
    <div className="settings centre-narrow">
      <RegionSection />
      <LookSection />
    </div>
  );
}

/** A person's own account: who they are left, what they may change right. */
export default function Centre({ tabId, args, state, saveState, visible }: ViewProps) {
  const t = useT('system');
  const asked = args.tab;
  const [tab, setTab] = useState<Tab>(() => (isTab(asked) ? asked : isTab(state) ? state : 'base'));
  // Opened once more for another side, the panel that is there turns to it.
  useEffect(() => {
    if (isTab(asked)) setTab(asked);
  }, [asked]);
  useEffect(() => saveState(tab), [saveState, tab]);
  const own = useOwnRecord(visible);
  useCommands(
    tabId,
    TABS.map((each) => ({
      id: `userCenter.${each}`,
      label: () => t(`userCenter.tabs.${each}`),
      keys: [keyOf(each)],
      guard: 0,
      run: () => setTab(each),
    })),
  );
  return (
    <div className="view centre">
      <div className="view-bar">
        <SideButtons label={t('userCenter.sides')} sides={TABS} side={tab} turn={setTab}>
          {(each) => (
            <>
              <span title={`${t(`userCenter.tabs.${each}`)} (${chordLabel(keyOf(each))})`}>
                {t(`userCenter.tabs.${each}`)}
              </span>
              <Key keys={keyOf(each)} />
            </>
          )}
        </SideButtons>
      </div>
      <div className="view-body centre-body">
        <PersonCard own={own} />
        <div className="centre-side">
          {tab === 'base' && <BaseInfo own={own} />}
          {tab === 'password' && <OwnPassword />}
          {tab === 'sessions' && <Sessions tabId={tabId} visible={visible} />}
          {tab === 'factor' && <SecondFactor />}
          {tab === 'look' && <Look />}
        </div>
      </div>
    </div>
  );
}
