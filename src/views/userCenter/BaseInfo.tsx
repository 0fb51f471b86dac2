import { Alert, Form } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { ownRecord } from '../../../contract/ownRecord.ts';
import { Key, Unanswered, call, isCallError, toast, useT, useUnfinished } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { fieldFaults } from '../../resource/form/faults.ts';
import '../../resource/form/form.css';
import { FormParts } from '../../resource/form/FormParts.tsx';
import { FORM_LOOK } from '../../resource/form/look.ts';
import { formKeys } from '../../resource/form/keys.ts';
import { createSubmission } from '../../resource/form/submission.ts';
import { sentences, useFaults } from '../../resource/form/useFaults.ts';
import { problems, toForm, toWrite } from '../../resource/form/values.ts';
import { FaultBanner } from '../../resource/ui/FaultBanner.tsx';
import { noteProfile, type OwnRecord } from './useOwnRecord.ts';

type Values = Record<string, unknown>;
/** Keys of a write that are no change by themselves. */
const ALWAYS = 2;

function RecordForm({ row, own }: { row: Row; own: OwnRecord }) {
  const t = useT('system');
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [submission] = useState(createSubmission);
  const words = wordsOf(ownRecord);
  const id = useId();
  const root = useRef<HTMLElement>(null);
  useUnfinished(root);
  // What the server says now, unless something is typed into it.
  useEffect(() => {
    if (!form.isFieldsTouched()) form.setFieldsValue(toForm(ownRecord, 'update', row));
  }, [form, row]);

  const { count, show, mend } = useFaults({ form, resource: ownRecord, mode: 'update', row, words });
  async function save(values: Values): Promise<void> {
    const body = toWrite(ownRecord, 'update', values, row);
    if (busy || Object.keys(body).length === ALWAYS) return;
    const faults = problems(ownRecord, 'update', body, sentences(words));
    if (Object.keys(faults).length > 0) return show(faults);
    setBusy(true);
    setError('');
    try {
      await call('sysUser/baseInfo', body, { customCatch: true, idempotencyKey: submission.keyOf(body) });
      if (typeof body.realName === 'string') noteProfile({ realName: body.realName });
      form.resetFields();
      form.setFieldsValue(values);
      await own.again();
      toast.success(t('userCenter.saved'));
    } catch (refused) {
      submission.failed(refused);
      const named = fieldFaults(refused, ownRecord);
      if (named) show(named);
      else setError(isCallError(refused) ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  }
  const reset = () => {
    form.resetFields();
    form.setFieldsValue(toForm(ownRecord, 'update', row));
  };
  return (
    <section ref={root} className="dock-form centre-form" {...formKeys(form.submit, reset)}>
      {error && <Alert type="error" title={error} role="alert" />}
      <FaultBanner count={count} />
      <Form
        {...FORM_LOOK}
        form={form}
        name={id}
        onFinish={(values) => void save(values)}
        onValuesChange={(changed: Values) => mend(Object.keys(changed))}
      >
        <FormParts resource={ownRecord} mode="update" words={words} row={row} />
        <div className="centre-verbs">
          <button type="submit" className="pd-button pd-button-primary" disabled={busy}>
            {t('userCenter.save')} <Key keys="mod+enter" />
          </button>
          <button type="button" className="pd-button" onClick={reset}>
            {t('userCenter.discard')}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** What people keep of themselves. */
export function BaseInfo({ own }: { own: OwnRecord }) {
  return own.row ? <RecordForm row={own.row} own={own} /> : <Unanswered query={own.query} />;
}
