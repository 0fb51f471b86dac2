import { Alert, Form, Input, Modal } from 'antd';
import { getDefaultStore, useAtomValue } from 'jotai';
import { useState } from 'react';
import { kindsIn, type PasswordRules } from '../../../contract/passwordRules.ts';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { profileAtom } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { toast } from '../../kit/ui/toast.ts';
import { sealPassword } from '../signin/password.ts';

const NO_RULES: PasswordRules = { minLength: 8, kinds: 1 };

interface Values {
  current: string;
  next: string;
  again: string;
}

interface Props {
  /** Nothing else is possible before the password is one's own. */
  forced?: boolean;
  close: () => void;
}

async function change(values: Values): Promise<void> {
  const [passwordOld, passwordNew] = await Promise.all([
    sealPassword(values.current),
    sealPassword(values.next),
  ]);
  await call('sysUser/changePwd', { passwordOld, passwordNew }, { customCatch: true });
  const store = getDefaultStore();
  const profile = store.get(profileAtom);
  if (profile) store.set(profileAtom, { ...profile, mustChangePassword: false });
}

/** The password so far, the next one, and that once more. */
function PasswordFields() {
  const t = useT('app');
  const { minLength, kinds } = useAtomValue(profileAtom)?.passwordRules ?? NO_RULES;
  return (
    <>
      <Form.Item
        name="current"
        label={t('password.current')}
        rules={[{ required: true, message: t('password.needCurrent') }]}
      >
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="next"
        label={t('password.next')}
        extra={kinds > 1 && t('password.kinds', { count: kinds })}
        rules={[
          { required: true, message: t('password.needNext') },
          { min: minLength, message: t('password.short', { count: minLength }) },
          {
            validator: (_rule, value: string = '') =>
              kindsIn(value) >= kinds || value.length < minLength
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.kinds', { count: kinds }))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['next']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('next')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differ'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

export function PasswordDialog({ forced = false, close }: Props) {
  const t = useT('app');
  const [form] = Form.useForm<Values>();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(values: Values) {
    setBusy(true);
    setError('');
    try {
      await change(values);
      toast.success(t('password.done'));
      close();
    } catch (refused) {
      setError(isCallError(refused) ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t('password.title')}
      okText={t('password.save')}
      cancelText={t('password.cancel')}
      confirmLoading={busy}
      closable={!forced}
      mask={{ closable: false }}
      keyboard={!forced}
      cancelButtonProps={{ hidden: forced }}
      width={400}
      onCancel={close}
      onOk={() => form.submit()}
    >
      {forced && <p className="pd-muted">{t('password.forced')}</p>}
      {error && <Alert type="error" title={error} role="alert" />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <PasswordFields />
        <button type="submit" className="pd-hidden" tabIndex={-1}>
          {t('password.save')}
        </button>
      </Form>
    </Modal>
  );
}
