import { Form, Input, Modal, QRCode } from 'antd';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { OTP } from '../../../contract/otp.ts';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { askOtp, noteOtp, profileAtom } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { toast } from '../../kit/ui/toast.ts';
import { sealPassword } from '../../kit/data/sealPassword.ts';
import { Passkeys } from '../../views/userCenter/Passkeys.tsx';
import '../../views/userCenter/otp.css';

interface Begun {
  secret: string;
  address: string;
}

async function begin(password: string): Promise<Begun> {
  return call<Begun>('userOtp/enrol', { password: await sealPassword(password) }, { customCatch: true });
}

/** The state of the account now. @returns true once it is known, or cannot be */
function useOwnStatus(): boolean {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void askOtp(stop.signal).then(() => setAsked(true));
    return () => stop.abort();
  }, []);
  return asked;
}

async function bind(code: string): Promise<string[]> {
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(
    'userOtp/verify',
    { code },
    { customCatch: true },
  );
  noteOtp(OTP.active);
  return recoveryCodes;
}

interface StepProps {
  /** One field and one verb a step. */
  label: string;
  empty: string;
  verb: string;
  input: ReactNode;
  send: (typed: string) => Promise<void>;
  close: () => void;
  children?: ReactNode;
}

function Step({ label, empty, verb, input, send, close, children }: StepProps) {
  const t = useT('app');
  const [form] = Form.useForm<{ typed: string }>();
  const [busy, setBusy] = useState(false);
  async function submit({ typed }: { typed: string }) {
    setBusy(true);
    try {
      await send(typed.trim());
    } catch (refused) {
      // Below the field, where its own faults stand: above it, it would push what is being typed into.
      form.setFields([{ name: 'typed', errors: [isCallError(refused) ? refused.message : String(refused)] }]);
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('otp.title')}
      okText={verb}
      cancelText={t('otp.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={420}
      onCancel={close}
      onOk={() => form.submit()}
    >
      {children}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item name="typed" label={label} rules={[{ required: true, message: empty }]}>
          {input}
        </Form.Item>
        <button type="submit" className="pd-hidden" tabIndex={-1}>
          {verb}
        </button>
      </Form>
    </Modal>
  );
}

function Codes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = useT('app');
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.success(t('copy.done'));
  };
  return (
    <Modal
      open
      title={t('otp.codes')}
      okText={t('otp.kept')}
      cancelText={t('otp.copy')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={420}
      onOk={close}
      onCancel={() => void copy().catch(() => toast.error(t('otp.noCopy')))}
    >
      <p>{t('otp.codesText')}</p>
      <ul className="otp-codes pd-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}

/** Binds an app to the account: password, QR code with the first code, recovery codes. */
export function OtpDialog({ close }: { close: () => void }) {
  const t = useT('app');
  const profile = useAtomValue(profileAtom);
  const status = profile?.otpStatus ?? OTP.unbound;
  const asked = useOwnStatus();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <Codes codes={codes} close={close} />;
  if (!asked) return null;
  if (status !== OTP.unbound)
    return (
      <Modal open title={t('otp.title')} footer={null} width={420} onCancel={close}>
        <p>{t(status === OTP.locked ? 'otp.locked' : 'otp.bound')}</p>
        {status === OTP.active && <Passkeys />}
      </Modal>
    );
  if (!begun)
    return (
      <Step
        key="password"
        label={t('password.current')}
        empty={t('password.needCurrent')}
        verb={t('otp.begin')}
        input={<Input.Password autoComplete="current-password" autoFocus />}
        send={async (password) => setBegun(await begin(password))}
        close={close}
      >
        <p>{t(profile?.merchantId ? 'otp.whyOwn' : 'otp.why')}</p>
      </Step>
    );
  return (
    <Step
      key="code"
      label={t('otp.code')}
      empty={t('otp.needCode')}
      verb={t('otp.bind')}
      input={<Input className="pd-mono" inputMode="numeric" autoComplete="one-time-code" autoFocus />}
      // An app shows the code in two halves, which are pasted so.
      send={async (code) => setCodes(await bind(code.replaceAll(/\s/g, '')))}
      close={close}
    >
      <p>{t('otp.scan')}</p>
      {/* Dark on light whatever the theme: not every camera reads it the other way round. */}
      <QRCode
        className="otp-picture"
        type="svg"
        value={begun.address}
        size={180}
        color="#000"
        bgColor="#fff"
      />
      <p className="pd-muted">{t('otp.type')}</p>
      <p className="otp-secret pd-mono">{begun.secret.match(/.{1,4}/g)?.join(' ')}</p>
    </Step>
  );
}
