import { Alert, Form, type FormInstance, Input } from 'antd';
import { getDefaultStore, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { OTP } from '../../../contract/otp.ts';
import type { PasswordRules } from '../../../contract/passwordRules.ts';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { sealPassword } from '../../kit/data/sealPassword.ts';
import { profileAtom } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { PasskeyConfirm } from '../../resource/actions/PasskeyConfirm.tsx';
import { type RuleName, rulesOf, unmetRule } from './passwordFit.ts';
import './password.css';

export interface PasswordValues {
  current: string;
  next: string;
  again: string;
  /** A code of the app, or what a passkey gave in its place. */
  otp?: string;
}

const NO_RULES: PasswordRules = { minLength: 8, kinds: 1 };
/** Refusals that are about the code and nothing else. */
const OF_CODE: ReadonlySet<unknown> = new Set(['otpWrong', 'otpUsed', 'otpLocked', 'passkeyWrong']);
/** Refusals that are about the password so far. */
const OF_CURRENT: ReadonlySet<unknown> = new Set(['wrongPassword', 'badCredentials']);

async function change({ current, next, otp }: PasswordValues): Promise<void> {
  const [passwordOld, passwordNew] = await Promise.all([sealPassword(current), sealPassword(next)]);
  const code = otp?.replaceAll(/\s/g, '');
  await call('sysUser/changePwd', { passwordOld, passwordNew, otp: code }, { customCatch: true });
  const store = getDefaultStore();
  const profile = store.get(profileAtom);
  if (profile) store.set(profileAtom, { ...profile, mustChangePassword: false });
}

function useRules(): { rules: PasswordRules; textOf: (rule: RuleName) => string; account: string } {
  const t = useT('app');
  const profile = useAtomValue(profileAtom);
  const rules = profile?.passwordRules ?? NO_RULES;
  const texts: Readonly<Record<RuleName, string>> = {
    length: t('password.short', { count: rules.minLength }),
    kinds: t('password.kinds', { count: rules.kinds }),
    account: t('password.noAccount'),
    other: t('password.other'),
  };
  return { rules, textOf: (rule) => texts[rule], account: profile?.account ?? '' };
}

/** Each rule with whether what is typed so far meets it. */
function RulesMet() {
  const t = useT('app');
  const { rules, textOf, account } = useRules();
  const next: string = Form.useWatch('next') ?? '';
  const current: string = Form.useWatch('current') ?? '';
  return (
    <ul className="password-rules" aria-label={t('password.rules')}>
      {rulesOf(rules, { next, current, account }).map(({ rule, met }) => (
        <li key={rule} className={met ? '' : 'pd-muted'} data-met={met || undefined}>
          <Icon name={met ? 'check' : 'more'} size={12} />
          {textOf(rule)}
          <span className="pd-hidden">{t(met ? 'password.met' : 'password.unmet')}</span>
        </li>
      ))}
    </ul>
  );
}

/** The password so far, the next one, and that once more. */
function PasswordFields() {
  const t = useT('app');
  const { rules, textOf, account } = useRules();
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
        extra={<RulesMet />}
        validateTrigger="onSubmit"
        rules={[
          { required: true, message: t('password.needNext') },
          ({ getFieldValue }) => ({
            validator(_rule, next: string = '') {
              if (next === '') return Promise.resolve();
              const unmet = unmetRule(rules, { next, current: getFieldValue('current') ?? '', account });
              return unmet ? Promise.reject(new Error(textOf(unmet))) : Promise.resolve();
            },
          }),
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

/** Asked of who has bound an app: its code, or a passkey. */
function CodeField({ form }: { form: FormInstance<PasswordValues> }) {
  const t = useT('app');
  const otp = Form.useWatch('otp', form);
  return (
    <>
      <Form.Item
        name="otp"
        label={t('password.code')}
        rules={[{ required: true, whitespace: true, message: t('otp.needCode') }]}
      >
        <Input className="pd-mono" autoComplete="one-time-code" maxLength={40} />
      </Form.Item>
      <PasskeyConfirm
        otp={otp}
        change={(code) => form.setFieldsValue({ otp: code })}
        commit={() => form.submit()}
      />
    </>
  );
}

interface PasswordFormProps {
  form: FormInstance<PasswordValues>;
  setBusy: (busy: boolean) => void;
  done: () => void;
  /** The button that submits. */
  children: ReactNode;
}

/** Changes one's own password: the rules are shown as they are met, and who has bound an app confirms by it. */
export function PasswordForm({ form, setBusy, done, children }: PasswordFormProps) {
  const t = useT('app');
  const [error, setError] = useState('');
  const bound = (useAtomValue(profileAtom)?.otpStatus ?? OTP.unbound) !== OTP.unbound;

  async function submit(values: PasswordValues) {
    setBusy(true);
    setError('');
    try {
      await change(values);
      toast.success(t('password.done'));
      form.resetFields();
      done();
    } catch (refused) {
      const [code, text] = isCallError(refused)
        ? [refused.errorCode, refused.message]
        : [undefined, String(refused)];
      // A code counts once, whatever it was refused for.
      form.setFieldsValue({ otp: '' });
      if (OF_CODE.has(code)) form.setFields([{ name: 'otp', errors: [text] }]);
      else if (OF_CURRENT.has(code)) form.setFields([{ name: 'current', errors: [text] }]);
      else setError(text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {error && <Alert type="error" title={error} role="alert" />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <PasswordFields />
        {bound && <CodeField form={form} />}
        {children}
      </Form>
    </>
  );
}
