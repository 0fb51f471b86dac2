import { Button, Form } from 'antd';
import { useState } from 'react';
import { drawnFields } from '../../../contract/forms/fields.ts';
import { filledSchema } from '../../../contract/forms/filled.ts';
import { type DrawnForm, fieldsOf } from '../../../contract/forms/form.ts';
import { State, currentLocale, toast, useT } from '../../kit/index.ts';
import { DrawnParts } from '../../resource/form/drawn/DrawnParts.tsx';
import { FORM_LOOK } from '../../resource/form/look.ts';
import { FaultBanner } from '../../resource/ui/FaultBanner.tsx';

const initialOf = (form: DrawnForm): Record<string, unknown> =>
  Object.fromEntries(Object.entries(drawnFields(form)).map(([name, field]) => [name, field.initial]));

/** The form as whoever fills it in has it, with the same judge; nothing is sent. */
export function Preview({ form: drawn }: { form: DrawnForm }) {
  const t = useT('develop');
  const [form] = Form.useForm<Record<string, unknown>>();
  const [count, setCount] = useState(0);
  const names = Object.keys(drawnFields(drawn));
  const judge = (values: Record<string, unknown>): void => {
    const given = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const checked = filledSchema(drawn, currentLocale()).safeParse({ ...given, currency: 'INR' });
    const issues = checked.error?.issues ?? [];
    form.setFields(
      names.map((name) => ({
        name,
        errors: issues.filter(({ path }) => path[0] === name).map(({ message }) => message),
      })),
    );
    setCount(issues.length);
    if (checked.success) toast.success(t('formDesign.fits'), { key: 'form' });
  };
  if (fieldsOf(drawn).length === 0) return <State kind="empty" text={t('formDesign.nothing')} />;
  return (
    <div className="forms-preview dock-form">
      <FaultBanner count={count} />
      <Form {...FORM_LOOK} form={form} initialValues={initialOf(drawn)} onFinish={judge}>
        <DrawnParts form={drawn} />
        <Button htmlType="submit">{t('formDesign.check')}</Button>
      </Form>
    </div>
  );
}
