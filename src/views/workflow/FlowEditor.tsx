import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ALWAYS_ASKED, FLOW_STEPS_MOST, type FlowShown } from '../../../contract/approvalFlow.ts';
import {
  commands,
  dictLabel,
  formatInstant,
  formatMoney,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { FlowBoxes } from '../../resource/flow/FlowBoxes.tsx';
import { aboveText, flowTitle, timeoutText, whoText } from '../../resource/flow/flowTexts.ts';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { amountProblem, versionNow, wrongAmount } from './draft.ts';
import { AmountBox } from './AmountBox.tsx';
import { type Drafts, useDrawing, type Drawing } from './drawing.ts';
import { PublishDock } from './PublishDock.tsx';
import { StepForm } from './StepForm.tsx';
import { TryDock } from './TryDock.tsx';
import { VersionsDock } from './VersionsDock.tsx';

export type Dock = 'step' | 'tryOut' | 'publish' | 'versions';

/** Why the drawing cannot be published. */
function useRefusal({ currency }: FlowShown, { draft, drawn, isBehind }: Drawing): string | undefined {
  const t = useT('platform');
  if (!drawn) return t('workflow.unchanged');
  if (isBehind) return t('workflow.meanwhile.first');
  return wrongAmount(draft, currency) && t('workflow.amount.wrong');
}

/** The verbs of the drawing, by button, key and palette. */
function useVerbs(
  flow: FlowShown,
  tabId: string,
  drawing: Drawing,
  setDock: (dock: Dock | undefined) => void,
): void {
  const t = useT('platform');
  const { can } = useCaller();
  const { draft, drawn, chosen } = drawing;
  const may = can('approvalRule:update');
  const count = draft.steps.length;
  const refusal = useRefusal(flow, drawing);
  useEffect(() => commands.refresh(tabId), [tabId, drawn, chosen, count, refusal]);
  const verb = (name: string) => () => t(`workflow.actions.${name}`);
  useCommands(tabId, [
    {
      id: 'workflow.publish',
      label: verb('publish'),
      icon: 'save',
      keys: ['p'],
      when: () => may && (refusal ?? true),
      run: () => setDock('publish'),
    },
    { id: 'workflow.tryOut', label: verb('tryOut'), icon: 'play', keys: ['t'], run: () => setDock('tryOut') },
    {
      id: 'workflow.add',
      label: verb('add'),
      icon: 'plus',
      keys: ['a'],
      when: () => may && (count < FLOW_STEPS_MOST || t('workflow.full', { count: FLOW_STEPS_MOST })),
      run() {
        drawing.add();
        setDock('step');
      },
    },
    {
      id: 'workflow.remove',
      label: verb('remove'),
      icon: 'close',
      keys: ['d'],
      when: () => may && (count > 1 || t('workflow.onlyStep')),
      run: drawing.remove,
    },
    {
      id: 'workflow.discard',
      label: verb('discard'),
      icon: 'undo',
      when: () => drawn !== undefined || t('workflow.unchanged'),
      run: drawing.discard,
    },
    {
      id: 'workflow.versions',
      label: verb('versions'),
      icon: 'clock',
      keys: ['v'],
      run: () => setDock('versions'),
    },
  ]);
}

/** The limit that the flow begins above. */
function Limit({ flow, drawing, disabled }: { flow: FlowShown; drawing: Drawing; disabled: boolean }) {
  const t = useT('platform');
  return (
    <label className="flows-limit">
      {t('workflow.startsAbove')}
      <AmountBox
        value={drawing.draft.limitAmount}
        currency={flow.currency}
        disabled={disabled}
        set={drawing.limit}
      />
      {flow.currency}
    </label>
  );
}

function Canvas({ flow, drawing, open }: { flow: FlowShown; drawing: Drawing; open: (at: number) => void }) {
  const t = useT('platform');
  const { can } = useCaller();
  const { currency, command } = flow;
  const may = can('approvalRule:update');
  const boxes = drawing.draft.steps.map((step, at) => {
    const typed = at === 0 ? null : step.aboveAmount;
    const problem = typed === null ? undefined : amountProblem(typed, currency, drawing.draft.limitAmount);
    const above = problem ? null : typed;
    return {
      key: step.key,
      title: step.name || t('workflow.step', { n: at + 1 }),
      tag: step.who === 'permitted' ? '' : t(`workflow.decides.${step.decides}`),
      lines: [
        whoText(t, step, step.users),
        ...(above === null ? [] : [aboveText(t, above, currency)]),
        ...(problem
          ? [
              <span key="wrong" className="pd-down">
                {t('workflow.amount.wrong')}
              </span>,
            ]
          : []),
        timeoutText(t, command, step),
      ],
      ...(above !== null && { past: `≤ ${formatMoney(above, currency)}` }),
    };
  });
  const { chosen, choose, move } = drawing;
  return (
    <FlowBoxes
      boxes={boxes}
      start={<Limit flow={flow} drawing={drawing} disabled={!may} />}
      end={dictLabel('approvalCommand', command)}
      editing={{ chosen, choose, open, move: may ? move : () => undefined, label: flowTitle(t, flow) }}
    />
  );
}

interface DockProps {
  flow: FlowShown;
  drawing: Drawing;
  dock: Dock;
  close: () => void;
  done: () => void;
}

function DockOf({ flow, drawing, dock, close, done }: DockProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const { draft, drawn, chosen, set } = drawing;
  const step = draft.steps[chosen];
  const title =
    dock === 'step' ? step?.name || t('workflow.step', { n: chosen + 1 }) : t(`workflow.actions.${dock}`);
  return (
    <aside className="dock" aria-label={title}>
      <DockHead title={title} close={close} />
      <DockBody>
        {dock === 'step' && step && (
          <StepForm
            key={step.key}
            step={step}
            isFirst={chosen === 0}
            command={flow.command}
            currency={flow.currency}
            limit={draft.limitAmount}
            disabled={!can('approvalRule:update')}
            set={set}
          />
        )}
        {dock === 'tryOut' && <TryDock flow={flow} draft={drawn} />}
        {dock === 'versions' && <VersionsDock flow={flow} />}
        {dock === 'publish' && drawn && <PublishDock flow={flow} draft={drawn} done={done} />}
      </DockBody>
    </aside>
  );
}

/** A flow, drawn: its steps, and what is done with the one that has the keys. */
export function FlowEditor({ flow, tabId, drafts }: { flow: FlowShown; tabId: string; drafts: Drafts }) {
  const t = useT('platform');
  const client = useQueryClient();
  const drawing = useDrawing(flow, drafts);
  const [dock, setDock] = useState<Dock>();
  const canvas = useRef<HTMLDivElement>(null);
  useVerbs(flow, tabId, drawing, setDock);
  const now = versionNow(flow)!;
  const close = (): void => {
    setDock(undefined);
    canvas.current?.querySelector<HTMLElement>('.flow-box[aria-current]')?.focus();
  };
  const open = (at: number): void => {
    drawing.choose(at);
    setDock('step');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc in any field closes the sheet
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="flows-editor"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && dock) close();
      }}
    >
      <div ref={canvas} className="flows-canvas">
        <header className="flows-head">
          <b>{flowTitle(t, flow)}</b>
          <span className="pd-muted pd-number">
            {[t('workflow.version', { n: flow.flowVersion }), now.publishedBy, formatInstant(now.publishedAt)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {drawing.drawn && <span className="flows-unpublished">{t('workflow.unpublished')}</span>}
        </header>
        {ALWAYS_ASKED.includes(flow.command) && <p className="pd-muted">{t('workflow.alwaysAsked')}</p>}
        {drawing.isBehind && <Meanwhile flow={flow} drawing={drawing} />}
        <Canvas flow={flow} drawing={drawing} open={open} />
      </div>
      {dock && !(dock === 'publish' && !drawing.drawn) && (
        <DockOf
          flow={flow}
          drawing={drawing}
          dock={dock}
          close={close}
          done={() => {
            drawing.discard();
            setDock(undefined);
            void client.invalidateQueries({ queryKey: ['approvalRule'] });
          }}
        />
      )}
    </div>
  );
}

/** A colleague has published since this was drawn: whoever drew it says which of the two goes on. */
function Meanwhile({ flow, drawing }: { flow: FlowShown; drawing: Drawing }) {
  const t = useT('platform');
  const by = versionNow(flow)?.publishedBy ?? '';
  return (
    <p className="flows-meanwhile" role="alert">
      {t('workflow.meanwhile.text', { n: flow.flowVersion, by })}
      <button type="button" className="pd-button" onClick={drawing.goOn}>
        {t('workflow.meanwhile.mine')}
      </button>
      <button type="button" className="pd-button" onClick={drawing.discard}>
        {t('workflow.meanwhile.theirs')}
      </button>
    </p>
  );
}
