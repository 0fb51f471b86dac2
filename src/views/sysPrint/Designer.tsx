import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { faultOf, type PrintTemplate, printsOf, readTemplate } from '../../../contract/print/template.ts';
import {
  State,
  Unanswered,
  type ViewProps,
  call,
  commandKey,
  commands,
  isCallError,
  localised,
  toast,
  useCommands,
  useT,
  useUnfinished,
} from '../../kit/index.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { Canvas } from './Canvas.tsx';
import {
  begin,
  changed,
  doubled,
  type Drawing,
  type Kind,
  KINDS,
  newElement,
  redo,
  undo,
  without,
} from './drawing.ts';
import { exampleOf, LOGO } from './example.ts';
import { addressesOf, usePictures } from './PictureChoice.tsx';
import { Properties } from './Properties.tsx';
import { RowPicker } from './RowPicker.tsx';
import { useRow } from './useRow.ts';
import './designer.css';

interface DesignerProps extends ViewProps {
  id: string;
  leave: () => void;
}

const ADD = KINDS.map((kind) => `sysPrint.add.${kind}`);
const BUTTONS = ['sysPrint.save', 'sysPrint.undo', 'sysPrint.redo'];
const MORE = [...ADD, 'line', 'sysPrint.double', 'sysPrint.remove', 'line', 'sysPrint.leave'];
const DANGER: ReadonlySet<string> = new Set(['sysPrint.remove']);
interface Verbs {
  tabId: string;
  drawing: Drawing;
  set: (drawing: Drawing) => void;
  save: () => Promise<void>;
  leave: () => void;
}

function useVerbs({ tabId, drawing, set, save, leave }: Verbs): void {
  const t = useT('platform');
  const { now, chosen, past, future } = drawing;
  useEffect(() => commands.refresh(tabId), [tabId, drawing]);
  const verb = (name: string) => () => t(`sysPrint.design.${name}`);
  const choice = () => (chosen === undefined ? t('sysPrint.design.choose') : true);
  const add = (kind: Kind) => ({
    id: `sysPrint.add.${kind}`,
    label: () => t('sysPrint.design.add', { kind: t(`sysPrint.design.kinds.${kind}`) }),
    icon: 'plus',
    when: () => (newElement(kind, now) ? true : t('sysPrint.design.noTable')),
    run() {
      const element = newElement(kind, now);
      if (element)
        set(changed(drawing, { ...now, elements: [...now.elements, element] }, now.elements.length));
    },
  });
  useCommands(tabId, [
    {
      id: 'sysPrint.save',
      label: verb('save'),
      icon: 'save',
      keys: ['mod+s'],
      when: () => past.length > 0 || t('sysPrint.design.unchanged'),
      run: save,
    },
    {
      id: 'sysPrint.undo',
      label: verb('undo'),
      icon: 'undo',
      keys: ['mod+z'],
      guard: 0,
      when: () => past.length > 0,
      run: () => set(undo(drawing)),
    },
    {
      id: 'sysPrint.redo',
      label: verb('redo'),
      icon: 'redo',
      keys: ['mod+y'],
      guard: 0,
      when: () => future.length > 0,
      run: () => set(redo(drawing)),
    },
    ...KINDS.map(add),
    {
      id: 'sysPrint.double',
      label: verb('double'),
      icon: 'plus',
      keys: ['mod+d'],
      when: choice,
      run() {
        if (chosen !== undefined) set(changed(drawing, doubled(now, chosen)));
      },
    },
    {
      id: 'sysPrint.remove',
      label: verb('remove'),
      icon: 'close',
      keys: ['delete'],
      when: choice,
      run() {
        if (chosen !== undefined) set({ ...changed(drawing, without(now, chosen)), chosen: undefined });
      },
    },
    { id: 'sysPrint.leave', label: verb('leave'), icon: 'close', run: leave },
  ]);
}

/** Marks the panel as one that would lose what is drawn. */
function Unsaved() {
  const t = useT('platform');
  const mark = useRef<HTMLSpanElement>(null);
  useUnfinished(mark);
  return (
    <span ref={mark} className="design-unsaved">
      {t('sysPrint.design.unsaved')}
    </span>
  );
}

interface WorkbenchProps {
  row: Row;
  drawing: Drawing;
  visible: boolean;
  choose: (at: number | undefined) => void;
  change: (template: PrintTemplate) => void;
}

/** What the paper is tried out with, the paper between its rulers, and what can be said of the chosen element. */
function Workbench({ row, drawing, visible, choose, change }: WorkbenchProps) {
  const t = useT('platform');
  const { now, chosen } = drawing;
  const tried = useRow(now, visible);
  const files = usePictures('').data?.items;
  const place = useRef<HTMLSpanElement>(null);
  const data = useMemo(() => tried.read?.data ?? exampleOf(row, now), [tried.read, row, now]);
  const pictures = useMemo(
    () => ({ ...LOGO, ...addressesOf(files), ...tried.read?.pictures }),
    [files, tried.read],
  );
  const held = chosen === undefined ? undefined : now.elements[chosen];
  return (
    <div className="view-body design">
      <div className="design-canvas">
        <div className="design-bar">
          {tried.reads && <RowPicker template={now} row={tried.row} choose={tried.choose} />}
          {tried.error && <span className="pd-down">{tried.error.message}</span>}
          {!printsOf(now, data.fields) && (
            <span className="design-unsaved">{localised(now.only?.otherwise)}</span>
          )}
          <span ref={place} className="design-at pd-number pd-muted" />
          {held && (
            <span className="pd-number">
              {t('sysPrint.design.placed', { x: held.x, y: held.y, w: held.w, h: held.h })}
            </span>
          )}
        </div>
        <div className="design-scroll">
          <Canvas
            template={now}
            data={data}
            pictures={pictures}
            chosen={chosen}
            choose={choose}
            change={change}
            cursor={(at) => {
              if (place.current)
                place.current.textContent = at
                  ? t('sysPrint.design.cursor', { x: at.x.toFixed(1), y: at.y.toFixed(1) })
                  : '';
            }}
          />
        </div>
      </div>
      <aside className="design-side" aria-label={t('sysPrint.design.properties')}>
        <Properties template={now} chosen={chosen} pictures={pictures} change={change} />
      </aside>
    </div>
  );
}

function Drawn({
  row,
  template,
  tabId,
  visible,
  leave,
}: { row: Row; template: PrintTemplate } & Pick<DesignerProps, 'tabId' | 'visible' | 'leave'>) {
  const t = useT('platform');
  const client = useQueryClient();
  const [drawing, set] = useState(() => begin(template));
  const { now, past } = drawing;
  const fault = faultOf(now);
  async function save(): Promise<void> {
    const body = { ...row, template: JSON.stringify(now) };
    try {
      await call('sysPrint/update', body, { idempotencyKey: commandKey(), customCatch: true });
    } catch (error) {
      const texts = isCallError(error) && error.fields ? Object.values(error.fields).flat() : [String(error)];
      toast.error(texts.join(' · '));
      return;
    }
    toast.success(t('sysPrint.design.saved'));
    await client.invalidateQueries({ queryKey: ['sysPrint'] });
  }
  useVerbs({ tabId, drawing, set, save, leave });
  const change = (next: PrintTemplate) => set(changed(drawing, next));
  return (
    <div className="view">
      <div className="view-bar">
        <button type="button" className="pd-button" onClick={leave}>
          {t('sysPrint.design.leave')}
        </button>
        <b>{String(row.name)}</b>
        {past.length > 0 && <Unsaved />}
        {fault && (
          <span className="pd-down">
            {t(`sysPrint.design.faults.${fault.says}`, { element: fault.element, name: fault.name })}
          </span>
        )}
        <Toolbar tabId={tabId} buttons={BUTTONS} more={MORE} danger={DANGER} primary="sysPrint.save" />
      </div>
      <Workbench
        row={row}
        drawing={drawing}
        visible={visible}
        choose={(at) => set({ ...drawing, chosen: at })}
        change={change}
      />
    </div>
  );
}

/** One template on its paper: elements are placed on a grid of millimetres and shown with the example's values. */
export function Designer({ id, visible, tabId, leave }: DesignerProps) {
  const t = useT('platform');
  const query = useQuery({
    queryKey: ['sysPrint', 'design', id],
    enabled: visible,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<Row>('sysPrint/detail', undefined, { query: { id }, customCatch: true, signal }),
  });
  const { data } = query;
  if (!data)
    return (
      <div className="view">
        <Unanswered query={query} />
      </div>
    );
  const read = readTemplate(String(data.template ?? ''));
  if (read.kind !== 'own')
    return (
      <div className="view">
        <div className="view-bar">
          <button type="button" className="pd-button" onClick={leave}>
            {t('sysPrint.design.leave')}
          </button>
        </div>
        <State kind="empty" text={t('sysPrint.design.foreign')} />
      </div>
    );
  return (
    <Drawn
      key={`${id}/${String(data.version)}`}
      row={data}
      template={read.template}
      tabId={tabId}
      visible={visible}
      leave={leave}
    />
  );
}
