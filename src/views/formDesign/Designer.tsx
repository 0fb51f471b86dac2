import { DragDropProvider } from '@dnd-kit/react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { dictValue } from '../../../contract/dicts.ts';
import type { FormFault } from '../../../contract/forms/faults.ts';
import {
  type DrawnForm,
  type DrawnKind,
  fieldsOf,
  type FormVersionShown,
} from '../../../contract/forms/form.ts';
import { keptForm, readForm, schemaOf } from '../../../contract/forms/schema.ts';
import {
  DictTag,
  SideButtons,
  State,
  call,
  commands,
  isCallError,
  part,
  toast,
  useCaller,
  useCommands,
  useT,
  useUnfinished,
} from '../../kit/index.ts';
import { createSubmission } from '../../resource/form/submission.ts';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { Canvas, Palette } from './Canvas.tsx';
import { PublishDock, VersionsDock } from './Docks.tsx';
import {
  addSection,
  duplicate,
  freeKey,
  insert,
  move,
  newField,
  type Place,
  placeOf,
  remove,
  removeSection,
} from './draft.ts';
import { Preview } from './Preview.tsx';
import { Properties } from './Properties.tsx';
import { type Drawing, useDrawing } from './useDrawing.ts';
import { SENSORS } from './sensors.ts';
import { titlesFor } from './titles.ts';

const JsonSide = part(() => import('./JsonSide.tsx'));

export interface Design {
  id: string;
  name: string;
  version: number;
  status: number;
  formVersion: number;
  draft: unknown;
  versions: FormVersionShown[];
}

const SIDES = ['draw', 'preview', 'json'] as const;
type Side = (typeof SIDES)[number];
type Dock = 'properties' | 'publish' | 'versions';

const IN_FORCE = dictValue('formStatusEnum', 'inForce');

/** Keys that new fields begin with, where the kind alone would be no good one. */
const STEMS: Partial<Record<DrawnKind, string>> = { lines: 'text', switch: 'flag' };

const textOf = (form: DrawnForm): string => JSON.stringify(schemaOf(form));

/** Keeps what is drawn; the version of the row is that of the last answer. */
function useSaving(design: Design, form: DrawnForm) {
  const t = useT('develop');
  const client = useQueryClient();
  const [submission] = useState(createSubmission);
  const [kept, setKept] = useState({ version: design.version, text: textOf(keptForm(design.draft)) });
  const [refused, setRefused] = useState<readonly FormFault[]>([]);
  const isDirty = textOf(form) !== kept.text;
  const faults = readForm(JSON.parse(textOf(form))).faults ?? refused;
  async function save(): Promise<{ id: string; version: number } | undefined> {
    const address = { id: design.id, version: kept.version };
    if (!isDirty) return address;
    const wrong = readForm(JSON.parse(textOf(form))).faults;
    if (wrong) {
      toast.error(t('formDesign.wrong', { count: wrong.length }), { key: 'form' });
      return undefined;
    }
    const body = { ...address, schema: schemaOf(form) };
    try {
      const answer = await call<{ version: number }>('formDesign/draw', body, {
        customCatch: true,
        idempotencyKey: submission.keyOf(body),
      });
      setKept({ version: answer.version, text: textOf(form) });
      setRefused([]);
      toast.success(t('formDesign.saved'), { key: 'form' });
      return { id: design.id, version: answer.version };
    } catch (error) {
      submission.failed(error);
      // The one rule that the schema alone does not know.
      if (isCallError(error) && error.fields)
        setRefused(Object.keys(error.fields).map((at) => ({ at, code: 'kind' })));
      toast.error(error instanceof Error ? error.message : String(error), { key: 'form' });
      return undefined;
    }
  }
  const refresh = () => client.invalidateQueries({ queryKey: ['formDesign'] });
  return { isDirty, faults, save, refresh, version: kept.version };
}

type Saving = ReturnType<typeof useSaving>;

interface VerbPorts {
  tabId: string;
  design: Design;
  drawing: Drawing;
  saving: Saving;
  taken: ReadonlySet<string>;
  setDock: (dock: Dock) => void;
}

/** The verbs of the drawing, by button, key and palette. */
function useVerbs({ tabId, drawing, saving, taken, setDock }: VerbPorts): void {
  const t = useT('develop');
  const { can } = useCaller();
  const { form, chosen, draw } = drawing;
  const [may, mayPublish] = [can('formDesign:update'), can('formDesign:publish')];
  const { isDirty, faults } = saving;
  useEffect(() => commands.refresh(tabId), [tabId, form, chosen, isDirty, faults.length]);
  const verb = (name: string) => () => t(`formDesign.actions.${name}`);
  const onField = () => may && ((chosen && 'key' in chosen) || t('formDesign.chooseField'));
  useCommands(tabId, [
    {
      id: 'formDesign.save',
      label: verb('save'),
      icon: 'save',
      keys: ['mod+s'],
      when: () => may && (isDirty || t('formDesign.unchanged')),
      run: async () => void (await saving.save()),
    },
    {
      id: 'formDesign.publish',
      label: verb('publish'),
      icon: 'check',
      keys: ['p'],
      when: () => mayPublish && (fieldsOf(form).length > 0 || t('formDesign.nothing')),
      run: () => setDock('publish'),
    },
    {
      id: 'formDesign.duplicate',
      label: verb('duplicate'),
      icon: 'copy',
      keys: ['d'],
      when: onField,
      run() {
        if (!chosen || !('key' in chosen)) return;
        const copy = duplicate(form, chosen.key, taken);
        draw(copy.form, { chosen: { key: copy.key } });
      },
    },
    {
      id: 'formDesign.withdraw',
      label: verb('withdraw'),
      icon: 'close',
      keys: ['delete'],
      when: () => may && (chosen !== undefined || t('formDesign.chooseField')),
      run() {
        if (!chosen) return;
        if ('section' in chosen) return draw(removeSection(form, chosen.section), { chosen: undefined });
        const keys = fieldsOf(form).map(({ key }) => key);
        const next = keys[keys.indexOf(chosen.key) + 1] ?? keys[keys.indexOf(chosen.key) - 1];
        return draw(remove(form, chosen.key), { chosen: next === undefined ? undefined : { key: next } });
      },
    },
    {
      id: 'formDesign.section',
      label: verb('section'),
      icon: 'plus',
      when: () => may,
      run: () => draw(addSection(form), { chosen: { section: form.sections.length } }),
    },
  ]);
}

/** The verbs about the form as a whole. */
function useFormVerbs({ tabId, design, drawing, saving, setDock }: VerbPorts): void {
  const t = useT('develop');
  const { can } = useCaller();
  const mayPublish = can('formDesign:publish');
  useEffect(() => commands.refresh(tabId), [tabId, drawing.canUndo, drawing.canRedo, design.status]);
  const verb = (name: string) => () => t(`formDesign.actions.${name}`);
  useCommands(tabId, [
    {
      id: 'formDesign.undo',
      label: verb('undo'),
      icon: 'undo',
      keys: ['mod+z'],
      guard: 0,
      when: () => drawing.canUndo || t('formDesign.nothingToUndo'),
      run: drawing.undo,
    },
    {
      id: 'formDesign.redo',
      label: verb('redo'),
      icon: 'redo',
      keys: ['mod+shift+z'],
      guard: 0,
      when: () => drawing.canRedo || t('formDesign.nothingToUndo'),
      run: drawing.redo,
    },
    {
      id: 'formDesign.versions',
      label: verb('versions'),
      icon: 'clock',
      keys: ['v'],
      run: () => setDock('versions'),
    },
    {
      id: 'formDesign.retire',
      label: verb('retire'),
      icon: 'pause',
      when: () => mayPublish && (design.status === IN_FORCE || t('formDesign.notInForce')),
      async run() {
        await call('formDesign/retire', { id: design.id, version: saving.version });
        await saving.refresh();
      },
    },
  ]);
}

/** Where something that was let go belongs. */
function targetOf(form: DrawnForm, id: string): Place | undefined {
  const [what, name = ''] = id.split(':');
  if (what === 'field') return placeOf(form, name);
  const section = Number(name);
  return { section, at: form.sections[section]?.fields.length ?? 0 };
}

/** Puts what comes from the palette, and what is let go, where it belongs. */
function usePlacing(
  { form, chosen, draw }: Drawing,
  taken: ReadonlySet<string>,
  placed: (key: string) => void,
): { add: (kind: DrawnKind) => void; drop: (source: string, target: string) => void } {
  const put = (kind: DrawnKind, to: Place): void => {
    const key = freeKey(form, STEMS[kind] ?? kind, taken);
    const field = newField(kind, key, titlesFor(`kinds.${kind}`), [
      titlesFor('choiceA'),
      titlesFor('choiceB'),
    ]);
    draw(insert(form, field, to), { chosen: { key } });
    placed(key);
  };
  return {
    add(kind) {
      const section = chosen && 'section' in chosen ? chosen.section : undefined;
      const after = chosen && 'key' in chosen ? placeOf(form, chosen.key) : undefined;
      if (after) return put(kind, { ...after, at: after.at + 1 });
      if (form.sections.length === 0) return undefined;
      const last = section ?? form.sections.length - 1;
      return put(kind, { section: last, at: form.sections[last]?.fields.length ?? 0 });
    },
    drop(source, target) {
      const to = targetOf(form, target);
      const [what, name = ''] = source.split(':');
      if (!to) return;
      if (what === 'new') put(name as DrawnKind, to);
      else if (target !== source) draw(move(form, name, to), { chosen: { key: name } });
    },
  };
}

interface BarProps {
  design: Design;
  isDirty: boolean;
  side: Side;
  turn: (side: Side) => void;
}

function Bar({ design, isDirty, side, turn }: BarProps) {
  const t = useT('develop');
  return (
    <header className="forms-bar">
      <b>{design.name}</b>
      <DictTag dict="formStatusEnum" value={design.status} />
      {design.formVersion > 0 && (
        <span className="pd-muted pd-number">{t('formDesign.version', { n: design.formVersion })}</span>
      )}
      {isDirty && <Unsaved />}
      <span className="grow" />
      <SideButtons label={t('formDesign.sides.label')} sides={SIDES} side={side} turn={turn}>
        {(each) => t(`formDesign.sides.${each}`)}
      </SideButtons>
    </header>
  );
}

interface DockOfProps {
  design: Design;
  drawing: Drawing;
  saving: Saving;
  taken: ReadonlySet<string>;
  dock: Dock;
  disabled: boolean;
  close: () => void;
}

function DockOf({ design, drawing, saving, taken, dock, disabled, close }: DockOfProps) {
  const t = useT('develop');
  const title = t(`formDesign.docks.${dock}`);
  return (
    <aside className="dock forms-dock" aria-label={title}>
      <DockHead title={title} close={close} />
      <DockBody>
        {dock === 'properties' && (
          <Properties drawing={drawing} faults={saving.faults} taken={taken} disabled={disabled} />
        )}
        {dock === 'versions' && <VersionsDock versions={design.versions} />}
        {dock === 'publish' && (
          <PublishDock
            versions={design.versions}
            form={drawing.form}
            save={saving.save}
            done={(n) => {
              toast.success(t('formDesign.published', { n }), { key: 'form' });
              close();
              void saving.refresh();
            }}
          />
        )}
      </DockBody>
    </aside>
  );
}

interface DesignerProps {
  design: Design;
  tabId: string;
}

/** A form, drawn: what may be in it left, the form itself, and what is chosen right. */
export function Designer({ design, tabId }: DesignerProps) {
  const { can } = useCaller();
  const drawing = useDrawing(keptForm(design.draft));
  const { form } = drawing;
  const saving = useSaving(design, form);
  const [side, setSide] = useState<Side>('draw');
  const [dock, setDock] = useState<Dock>('properties');
  const root = useRef<HTMLDivElement>(null);
  const disabled = !can('formDesign:update');
  const taken = new Set(
    design.versions.flatMap(({ schema }) => fieldsOf(keptForm(schema)).map(({ key }) => key)),
  );
  const ports = { tabId, design, drawing, saving, taken, setDock };
  useVerbs(ports);
  useFormVerbs(ports);
  const { add, drop } = usePlacing(drawing, taken, (key) => {
    setDock('properties');
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus());
  });
  return (
    <div className="forms-editor" ref={root}>
      <DragDropProvider
        sensors={SENSORS}
        onDragEnd={({ canceled, operation: { source, target } }) => {
          if (!canceled && source && target) drop(String(source.id), String(target.id));
        }}
      >
        {side === 'draw' && !disabled && <Palette add={add} />}
        <div className="forms-middle">
          <Bar design={design} isDirty={saving.isDirty} side={side} turn={setSide} />
          {side === 'draw' && <Canvas drawing={drawing} faults={saving.faults} disabled={disabled} />}
          {side === 'preview' && <Preview key={textOf(form)} form={form} />}
          {side === 'json' && (
            <Suspense fallback={<State kind="loading" />}>
              <JsonSide drawing={drawing} disabled={disabled} />
            </Suspense>
          )}
        </div>
      </DragDropProvider>
      {(dock !== 'properties' || side === 'draw') && (
        <DockOf {...ports} dock={dock} disabled={disabled} close={() => setDock('properties')} />
      )}
    </div>
  );
}

/** Marks the panel as one that would lose what is drawn. */
function Unsaved() {
  const t = useT('develop');
  const mark = useRef<HTMLSpanElement>(null);
  useUnfinished(mark);
  return (
    <span ref={mark} className="forms-unsaved">
      {t('formDesign.unsaved')}
    </span>
  );
}
