import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/i18n.ts';
import { PasswordForm, type PasswordValues } from '../../views/userCenter/PasswordForm.tsx';

/** Nothing else is possible before the password is one's own. */
export function PasswordDialog({ close }: { close: () => void }) {
  const t = useT('app');
  const [form] = Form.useForm<PasswordValues>();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      open
      title={t('password.title')}
      okText={t('password.save')}
      confirmLoading={busy}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      cancelButtonProps={{ hidden: true }}
      width={400}
      onOk={() => form.submit()}
    >
      <p className="pd-muted">{t('password.forced')}</p>
      <PasswordForm form={form} setBusy={setBusy} done={close}>
        <button type="submit" className="pd-hidden" tabIndex={-1}>
          {t('password.save')}
        </button>
      </PasswordForm>
    </Modal>
  );
}
