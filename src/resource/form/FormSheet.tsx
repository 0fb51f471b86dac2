import { Alert, Button, Form } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { Key, State, call, currentLocale, isCallError, toast, useT, useUnfinished } from '../../kit/index.ts';
import type { Words } from '../actions/texts.ts';
import { cellText, labelOf } from '../grid/columns.ts';
import { partsOf } from '../sections.ts';
import { FormDock } from './FormDock.tsx';
import { fieldFaults } from './faults.ts';
import { FormParts } from './FormParts.tsx';
import { formKeys } from './keys.ts';
import { createSubmission } from './submission.ts';
import { useDraft } from './useDraft.tsx';
import { useLatest } from './useLatest.ts';
import { formFields, problems, toWrite } from './values.ts';
import { FaultBanner } from '../ui/FaultBanner.tsx';
import { useInLanguage } from '../ui/useInLanguage.ts';
import './form.css';

interface FormSheetProps {
  title: string;
  resource: Resource;
  mode: WriteMode;
  row: Row | undefined;
  words: Words;
  saved: (row: Row) => void;
  close: () => void;
}

/** A shortened name ends in a full stop, which no sentence has in its middle. */
const sentences = ({ field }: Words) => ({
  language: currentLocale(),
  label: (name: string) => field(name).replace(/\.$/, ''),
});

/** Names as the form shows them, part after part. */
const inOrder = (resource: Resource, mode: WriteMode): string[] =>
  partsOf(formFields(resource, mode)).flatMap(({ fields }) => fields.map(([name]) => name));

const SYSTEM_KEYS = new Set(['id', 'version']);

/** What others made of the row since it was read, as a list shows it. */
function changesOf({ fields }: Resource, before: Row, now: Row, words: Words): string[] {
  const text = (row: Row, name: string) => JSON.stringify(row[name] ?? null);
  return Object.entries(fields)
    .filter(([name]) => !SYSTEM_KEYS.has(name) && text(before, name) !== text(now, name))
    .map(([name, field]) => `${words.field(name)}: ${cellText(name, field, now, true) || '–'}`);
}

const inView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' });

function Stale({ changes }: { changes: readonly string[] }) {
  const t = useT('grid');
  return (
    <div ref={inView} className="form-banner">
      <Alert type="warning" showIcon title={t('form.stale')} description={changes.join(' · ') || undefined} />
    </div>
  );
}

interface FormFootProps {
  busy: boolean;
  ready: boolean;
  submit: () => void;
  cancel: () => void;
}

function FormFoot({ busy, ready, submit, cancel }: FormFootProps) {
  const t = useT('grid');
  return (
    <footer className="dock-foot" data-clear="">
      <Button type="primary" loading={busy} disabled={!ready} onClick={submit}>
        {t('form.save')} <Key keys="mod+enter" />
      </Button>
      <Button onClick={cancel}>{t('cancel')}</Button>
    </footer>
  );
}

/** Add or edit, docked beside the grid; built from the fields, judged by the schema the server uses. */
export function FormSheet({ title, resource, mode, row: given, words, saved, close }: FormSheetProps) {
  const t = useT('grid');
  const [form] = Form.useForm<Record<string, unknown>>();
  const [row, setRow] = useState(given);
  const [count, setCount] = useState(0);
  const [stale, setStale] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [submission] = useState(createSubmission);
  const root = useRef<HTMLElement>(null);
  useUnfinished(root);
  // Two forms may be open at once, and ids are the page's.
  const id = useId();
  const known = useLatest(resource, mode === 'update' ? given?.id : undefined, setRow, close);
  const draft = useDraft(form, resource, mode, row);
  useEffect(() => {
    if (known) root.current?.querySelector<HTMLElement>('.dock-body :is(input,textarea)')?.focus();
  }, [known]);

  function mark(found: Record<string, string[]>): void {
    form.setFields(formFields(resource, mode).map(([name]) => ({ name, errors: found[name] ?? [] })));
    setCount(Object.values(found).flat().length);
  }
  useInLanguage(() => {
    if (count > 0)
      mark(problems(resource, mode, toWrite(resource, mode, form.getFieldsValue(), row), sentences(words)));
  });

  function show(found: Record<string, string[]>): void {
    mark(found);
    const first = inOrder(resource, mode).find((name) => found[name]);
    if (first) form.scrollToField(first, { focus: true });
  }

  async function reread(): Promise<void> {
    const fresh = await call<Row>(`${resource.id}/detail`, undefined, {
      query: { id: row!.id },
      customCatch: true,
    });
    draft.over();
    setStale(changesOf(resource, row!, fresh, words));
    setRow(fresh);
  }

  async function save(values: Record<string, unknown>): Promise<void> {
    if (busy) return;
    const body = toWrite(resource, mode, values, row);
    if (mode === 'update' && Object.keys(body).every((name) => SYSTEM_KEYS.has(name))) {
      return toast.info(t('form.unchanged'), { key: 'form' });
    }
    const found = problems(resource, mode, body, sentences(words));
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const answer = await call<Row>(`${resource.id}/${mode}`, body, {
        customCatch: true,
        idempotencyKey: submission.keyOf(body),
      });
      const written: Row = { ...row, ...body, ...answer };
      const name = labelOf(resource, written);
      const description = [words.title(), name !== written.id && name].filter(Boolean).join(' · ');
      toast.success(t('done'), { key: 'form', description });
      draft.drop();
      saved(answer ?? row);
    } catch (error) {
      submission.failed(error);
      const faults = fieldFaults(error, resource);
      if (faults) show(faults);
      else if (isCallError(error) && error.errorCode === 'staleVersion' && row)
        await reread().catch(() => undefined);
      else toast.error(error instanceof Error ? error.message : String(error), { key: 'form' });
    } finally {
      setBusy(false);
    }
  }

  /** Nothing typed is lost, whatever takes the form away; and what is being mended no longer counts as wrong. */
  const changed = (values: Record<string, unknown>) => {
    draft.keep();
    if (count === 0) return;
    form.setFields(Object.keys(values).map((name) => ({ name, errors: [] })));
    setCount(form.getFieldsError().flatMap(({ errors }) => errors).length);
  };
  /** Only this throws away what was typed. */
  const cancel = () => {
    draft.drop();
    close();
  };
  const keys = formKeys(form.submit, close);
  return (
    <FormDock root={root} title={title} close={close} {...keys}>
      <FaultBanner count={count} />
      <div className="dock-body">
        {draft.note}
        {stale && <Stale changes={stale} key={row?.version} />}
        {!known && <State kind="loading" text={t('form.loading')} />}
        <Form
          form={form}
          name={id}
          hidden={!known}
          size="small"
          requiredMark
          colon={false}
          labelAlign="left"
          labelWrap
          labelCol={{ flex: '0 0 130px' }}
          autoComplete="off"
          onFinish={(values) => void save(values)}
          onValuesChange={changed}
        >
          <FormParts resource={resource} mode={mode} words={words} row={row} />
        </Form>
      </div>
      <FormFoot busy={busy} ready={known} submit={form.submit} cancel={cancel} />
    </FormDock>
  );
}
