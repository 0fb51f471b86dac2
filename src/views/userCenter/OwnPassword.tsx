import { Form } from 'antd';
import { useState } from 'react';
import { Key, useT } from '../../kit/index.ts';
import { PasswordForm, type PasswordValues } from './PasswordForm.tsx';

export function OwnPassword() {
  const t = useT('app');
  const [form] = Form.useForm<PasswordValues>();
  const [busy, setBusy] = useState(false);
  return (
    <section className="centre-narrow" aria-label={t('password.title')}>
      <PasswordForm form={form} setBusy={setBusy} done={() => undefined}>
        <button type="submit" className="pd-button pd-button-primary" disabled={busy}>
          {t('password.save')} <Key keys="enter" />
        </button>
      </PasswordForm>
      <p className="pd-muted">{t('password.others')}</p>
    </section>
  );
}
