import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { PARTS, type Part, type PartResult } from '../../../contract/selfTest.ts';
import {
  type Tone,
  type Translate,
  type ViewProps,
  call,
  commands,
  formatCount,
  formatInstant,
  isCallError,
  serverNow,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { ShortRows } from '../../resource/ui/ShortRows.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import './selfTest.css';

type Outcome = (PartResult | { part: Part; state: 'failed'; text: string }) & { at: string };
type Outcomes = Partial<Record<Part, Outcome | 'running'>>;

const TONES: Readonly<Record<Outcome['state'], Tone>> = { ok: 'success', off: 'info', failed: 'danger' };

/** A call that got no answer says as much of the server as one that failed. */
async function tryPart(part: Part): Promise<Outcome> {
  const at = () => new Date(serverNow()).toISOString();
  try {
    return { ...(await call<PartResult>('sysTest/run', { part }, { customCatch: true })), at: at() };
  } catch (error) {
    return { part, state: 'failed', text: isCallError(error) ? error.message : String(error), at: at() };
  }
}

const reasonOf = (outcome: Outcome, t: Translate): string =>
  'text' in outcome ? outcome.text : t(`sysTest.reasons.${outcome.reason}`, { ...outcome.values });

function cellsOf(part: Part, outcome: Outcomes[Part], t: Translate): ReactNode[] {
  const done = outcome === 'running' ? undefined : outcome;
  const tone = done ? TONES[done.state] : 'primary';
  const state = outcome === 'running' ? 'running' : (done?.state ?? 'untried');
  return [
    <b key="part">{t(`sysTest.parts.${part}`)}</b>,
    <span key="about" className="pd-muted" title={t(`sysTest.about.${part}`)}>
      {t(`sysTest.about.${part}`)}
    </span>,
    <span key="state" className={outcome ? `pd-tag pd-tag-${tone}` : 'pd-muted'}>
      {t(`sysTest.states.${state}`)}
    </span>,
    done && 'milliseconds' in done ? formatCount(Math.round(done.milliseconds)) : '',
    <span key="reason" title={done && reasonOf(done, t)}>
      {done && reasonOf(done, t)}
    </span>,
    done ? formatInstant(done.at, 'short') : '',
  ];
}

interface VerbPorts {
  tabId: string;
  part: Part | undefined;
  busy: boolean;
  run: (parts: readonly Part[]) => Promise<void>;
}

function useVerbs({ tabId, part, busy, run }: VerbPorts): void {
  const t = useT('platform');
  const { can } = useCaller();
  useEffect(() => commands.refresh(tabId), [tabId, part, busy]);
  const may = (): boolean => can('sysTest:run');
  useCommands(tabId, [
    {
      id: 'sysTest.all',
      label: () => t('sysTest.actions.all'),
      icon: 'play',
      keys: ['shift+r'],
      shown: true,
      when: () => may() && (!busy || t('sysTest.states.running')),
      run: () => run(PARTS),
    },
    {
      id: 'sysTest.run',
      label: () => t('sysTest.actions.run'),
      icon: 'refresh',
      keys: ['r', 'enter'],
      when: () => may() && (busy ? t('sysTest.states.running') : part ? true : t('sysTest.choose')),
      run: () => (part ? run([part]) : undefined),
    },
  ]);
}

/** Parts of this server with what became of the last try of each. */
export default function SelfTest({ tabId }: ViewProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [chosen, setChosen] = useState<Part>();
  const busy = Object.values(outcomes).includes('running');
  const run = useCallback(async (parts: readonly Part[]): Promise<void> => {
    for (const part of parts) {
      setOutcomes((now) => ({ ...now, [part]: 'running' }));
      const outcome = await tryPart(part);
      setOutcomes((now) => ({ ...now, [part]: outcome }));
    }
  }, []);
  const first = useRef(true);
  const mayRun = can('sysTest:run');
  useEffect(() => {
    if (first.current && mayRun) void run(PARTS);
    first.current = false;
  }, [run, mayRun]);
  useVerbs({ tabId, part: chosen, busy, run });
  const tried = PARTS.map((part) => outcomes[part]).filter(
    (each) => each !== undefined && each !== 'running',
  );
  const failed = tried.filter(({ state }) => state === 'failed').length;
  const server = tried.find((each) => 'server' in each);
  const column = (id: string, end = false, wide?: number) => ({
    id,
    end,
    wide,
    title: t(`sysTest.columns.${id}`),
  });
  return (
    <div className="view">
      <div className="view-bar">
        <span className={`self-test-summary ${failed > 0 ? 'pd-down' : 'pd-muted'}`} role="status">
          {t('sysTest.summary', { tried: tried.length, of: PARTS.length, failed })}
        </span>
        {server && 'server' in server && (
          <span className="pd-mono pd-muted self-server">{server.server}</span>
        )}
        <Toolbar tabId={tabId} buttons={['sysTest.all', 'sysTest.run']} more={[]} primary="sysTest.all" />
      </div>
      <div className="view-body self-test">
        <ShortRows
          label={t('sysTest.title')}
          rows={PARTS}
          keyOf={(part) => part}
          chosen={chosen}
          choose={(key) => setChosen(PARTS.find((part) => part === key))}
          head={[
            column('part'),
            column('about', false, 50),
            column('state'),
            column('milliseconds', true),
            column('reason', false, 50),
            column('at', true),
          ]}
          cells={(part) => cellsOf(part, outcomes[part], t)}
        />
      </div>
    </div>
  );
}
