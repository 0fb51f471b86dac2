import { Alert, Button, Form, type FormInstance } from 'antd';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { Key, State, useT, useUnfinished } from '../../kit/index.ts';
import type { Words } from '../actions/texts.ts';
import { flatRow } from '../../../contract/forms/fields.ts';
import { type Drawn, bodyOf, ownPart, purposeOf } from './drawn/drawnForm.ts';
import { DrawnParts } from './drawn/DrawnParts.tsx';
import { DrawnSheet } from './drawn/DrawnSheet.tsx';
import { FormDock } from './FormDock.tsx';
import { FormParts } from './FormParts.tsx';
import { FORM_LOOK } from './look.ts';
import { formKeys } from './keys.ts';
import { useDraft } from './useDraft.tsx';
import { useLatest } from './useLatest.ts';
import { useSaving } from './useSaving.ts';
import { FaultBanner } from '../ui/FaultBanner.tsx';
import './form.css';

/** What a view draws below the fields of its form. */
export interface FormExtraProps {
  form: FormInstance<Record<string, unknown>>;
  /** The row that is edited. */
  row: Row | undefined;
  /** Puts values into the fields as if they were typed. */
  change: (values: Record<string, unknown>) => void;
}

export interface FormSheetProps {
  title: string;
  resource: Resource;
  mode: WriteMode;
  row: Row | undefined;
  words: Words;
  extra?: ComponentType<FormExtraProps> | undefined;
  saved: (row: Row) => void;
  close: () => void;
}

/** A form whose fields are all known. */
export interface PlainSheetProps extends FormSheetProps {
  /** What is asked beyond the row's own fields; they are among those of the resource. */
  drawn?: Drawn;
  /** The drawn form is another one by now: it is read again. */
  formChanged?: () => Promise<unknown>;
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

function PlainSheet(props: PlainSheetProps) {
  const { title, resource, mode, row: given, words, extra: Extra, drawn, formChanged, saved, close } = props;
  const t = useT('grid');
  const [form] = Form.useForm<Record<string, unknown>>();
  const [row, setFlat] = useState(() => given && flatRow(given));
  const setRow = (fresh: Row) => setFlat(flatRow(fresh));
  const root = useRef<HTMLElement>(null);
  useUnfinished(root);
  // Two forms may be open at once, and ids are the page's.
  const id = useId();
  const known = useLatest(resource, mode === 'update' ? given?.id : undefined, setRow, close);
  const draft = useDraft(form, resource, mode, row);
  useEffect(() => {
    if (known) root.current?.querySelector<HTMLElement>('.dock-body :is(input,textarea)')?.focus();
  }, [known]);

  const { count, stale, busy, save, mend } = useSaving({
    form,
    resource,
    mode,
    row,
    words,
    setRow,
    draft,
    saved,
    ...(drawn && { asBody: (body: Record<string, unknown>) => bodyOf(drawn.version, mode, body) }),
    ...(formChanged && { formChanged }),
  });
  /** Nothing typed is lost, whatever takes the form away. */
  const changed = (values: Record<string, unknown>) => {
    draft.keep();
    mend(Object.keys(values));
  };
  const fill = (values: Record<string, unknown>) => {
    form.setFieldsValue(values);
    changed(values);
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
          {...FORM_LOOK}
          form={form}
          name={id}
          hidden={!known}
          onFinish={(values) => void save(values)}
          onValuesChange={changed}
        >
          <FormParts resource={drawn ? ownPart(resource) : resource} mode={mode} words={words} row={row} />
          {drawn && <DrawnParts form={drawn.form} />}
        </Form>
        {known && Extra && <Extra form={form} row={row} change={fill} />}
      </div>
      <FormFoot busy={busy} ready={known} submit={form.submit} cancel={cancel} />
    </FormDock>
  );
}

/** Add or edit, docked next to the grid; built from the fields, judged by the schema the server uses. */
export const FormSheet = (props: FormSheetProps) =>
  purposeOf(props.resource) ? <DrawnSheet {...props} Sheet={PlainSheet} /> : <PlainSheet {...props} />;
