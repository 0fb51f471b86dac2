import { Alert, Button, Form } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { Icon, call, currentLocale, isCallError, toast, useT } from '../../kit/index.ts';
import { commandKey } from '../actions/run.ts';
import type { Words } from '../actions/texts.ts';
import { FieldInput } from './FieldInput.tsx';
import { formFields, problems, toForm, toWrite } from './values.ts';
import './form.css';

interface FormSheetProps {
  resource: Resource;
  mode: WriteMode;
  row: Row | undefined;
  words: Words;
  saved: (row: Row) => void;
  close: () => void;
}

const SYSTEM_KEYS = new Set(['id', 'version']);

/** Add or edit, docked beside the grid; built from the fields, judged by the schema the server uses. */
export function FormSheet({ resource, mode, row: given, words, saved, close }: FormSheetProps) {
  const t = useT('grid');
  const [form] = Form.useForm<Record<string, unknown>>();
  const [row, setRow] = useState(given);
  const [count, setCount] = useState(0);
  const [stale, setStale] = useState(false);
  const [busy, setBusy] = useState(false);
  const key = useRef(commandKey());
  const root = useRef<HTMLElement>(null);
  useEffect(() => form.setFieldsValue(toForm(resource, mode, row)), [form, resource, mode, row]);
  useEffect(() => root.current?.querySelector<HTMLElement>('input,textarea')?.focus(), []);

  function show(found: Record<string, string[]>): void {
    form.setFields(formFields(resource, mode).map(([name]) => ({ name, errors: found[name] ?? [] })));
    setCount(Object.values(found).flat().length);
    const [first] = Object.keys(found);
    if (first) form.scrollToField(first, { focus: true });
  }

  async function reread(): Promise<void> {
    setStale(true);
    setRow(
      await call<Row>(`${resource.id}/detail`, undefined, { query: { id: row!.id }, customCatch: true }),
    );
  }

  async function save(values: Record<string, unknown>): Promise<void> {
    if (busy) return;
    const body = toWrite(resource, mode, values, row);
    if (mode === 'update' && Object.keys(body).every((name) => SYSTEM_KEYS.has(name))) {
      return toast.info(t('form.unchanged'), { key: 'form' });
    }
    const found = problems(resource, mode, body, { language: currentLocale(), label: words.field });
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const answer = await call<Row>(`${resource.id}/${mode}`, body, {
        customCatch: true,
        idempotencyKey: key.current,
      });
      toast.success(t('done'), { key: 'form' });
      saved(answer ?? row);
    } catch (error) {
      key.current = commandKey();
      if (isCallError(error) && error.fields) show(error.fields);
      else if (isCallError(error) && error.errorCode === 'staleVersion' && row)
        await reread().catch(() => undefined);
      else toast.error(error instanceof Error ? error.message : String(error), { key: 'form' });
    } finally {
      setBusy(false);
    }
  }

  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <section
      ref={root}
      className="dock dock-form"
      role="dialog"
      aria-modal="false"
      aria-label={t(`form.${mode}`, { name: words.title() })}
      onKeyDown={keys}
    >
      <header className="dock-head">
        <b>{t(`form.${mode}`, { name: words.title() })}</b>
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('close')}
          title={t('close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="dock-body">
        {count > 0 && (
          <Alert type="error" showIcon title={t('form.banner', { count })} className="form-banner" />
        )}
        {stale && <Alert type="warning" showIcon title={t('form.stale')} className="form-banner" />}
        <Form
          form={form}
          layout="vertical"
          size="small"
          requiredMark
          autoComplete="off"
          onFinish={(values) => void save(values)}
        >
          {formFields(resource, mode).map(([name, field]) => (
            <Form.Item key={name} name={name} label={words.field(name)} required={field.required === true}>
              <FieldInput field={field} />
            </Form.Item>
          ))}
        </Form>
      </div>
      <footer className="dock-foot">
        <Button type="primary" loading={busy} onClick={() => form.submit()}>
          {t('form.save')}
        </Button>
        <Button onClick={close}>{t('cancel')}</Button>
      </footer>
    </section>
  );
}
