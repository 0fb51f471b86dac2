import { Alert, Button, Form, Input, Modal } from 'antd';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { QR_CODE_LENGTH, type QrAsked, readQrCode } from '../../../contract/qrSignIn.ts';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { passkeysWork, proveByPasskey } from '../../kit/data/passkey.ts';
import { profileAtom } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatInstant } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { useCountdown } from '../../kit/ui/useCountdown.ts';
import './approve.css';

const messageOf = (error: unknown, otherwise: string): string =>
  isCallError(error) ? error.message : otherwise;

interface Found {
  code: string;
  asked: QrAsked;
}

const look = async (code: string): Promise<Found> => ({
  code,
  asked: await call<QrAsked>('sysAuth/qrLook', { code }, { customCatch: true }),
});

interface EnterProps {
  /** What the address says is asked for at once. */
  problem: string | undefined;
  found: (found: Found) => void;
  close: () => void;
}

function EnterCode({ problem, found, close }: EnterProps) {
  const t = useT('app');
  const [form] = Form.useForm<{ code: string }>();
  const [busy, setBusy] = useState(false);
  const isCode = (typed = '') => readQrCode(typed).length === QR_CODE_LENGTH;
  async function submit({ code }: { code: string }) {
    setBusy(true);
    try {
      found(await look(readQrCode(code)));
    } catch (refused) {
      form.setFields([{ name: 'code', errors: [messageOf(refused, String(refused))] }]);
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('qr.title')}
      okText={t('qr.next')}
      cancelText={t('otp.cancel')}
      confirmLoading={busy}
      width={420}
      onCancel={close}
      onOk={() => form.submit()}
    >
      {problem && <Alert type="warning" title={problem} style={{ marginBottom: 12 }} />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(typed) => void submit(typed)}>
        <Form.Item
          name="code"
          label={t('qr.enter')}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: (_rule, typed?: string) =>
                isCode(typed) ? Promise.resolve() : Promise.reject(new Error(t('qr.needCode'))),
            },
          ]}
        >
          <Input className="pd-mono approve-code" autoFocus autoComplete="off" maxLength={16} />
        </Form.Item>
        <button type="submit" className="pd-hidden" tabIndex={-1}>
          {t('qr.next')}
        </button>
      </Form>
    </Modal>
  );
}

/** Who asks, in what decides whether that is oneself. */
function Facts({ browser, os, ip, here, at }: QrAsked) {
  const t = useT('app');
  return (
    <dl className="approve-facts">
      <dt>{t('qr.device')}</dt>
      <dd>{[browser, os].filter(Boolean).join(' · ') || t('qr.unknown')}</dd>
      <dt>{t('qr.address')}</dt>
      <dd>
        <span className="pd-mono">{ip}</span>{' '}
        <span className={here ? 'pd-muted' : 'approve-elsewhere'}>
          ({t(here ? 'qr.here' : 'qr.elsewhere')})
        </span>
      </dd>
      <dt>{t('qr.at')}</dt>
      <dd className="pd-number">{formatInstant(at)}</dd>
    </dl>
  );
}

type Way = 'approve' | 'refuse' | 'passkey';

/** Sends what is decided; what was refused stays on the screen until the code is over. */
function useDecision({ code, asked }: Found, close: () => void) {
  const t = useT('app');
  const [busy, setBusy] = useState<Way>();
  const [problem, setProblem] = useState<string>();
  async function decide(way: Way, otp?: string): Promise<void> {
    setBusy(way);
    setProblem(undefined);
    const body = { id: asked.id, code };
    try {
      if (way === 'refuse') await call('sysAuth/qrRefuse', body, { customCatch: true });
      else {
        const proof = way === 'passkey' ? await proveByPasskey() : otp;
        await call('sysAuth/qrApprove', proof ? { ...body, otp: proof } : body, { customCatch: true });
      }
      toast.success(t(way === 'refuse' ? 'qr.wasRefused' : 'qr.approved'));
      close();
    } catch (refused) {
      setProblem(messageOf(refused, t('passkey.cancelled')));
      setBusy(undefined);
    }
  }
  return { busy, problem, decide };
}

const VERBS: Readonly<Record<Way, string>> = {
  refuse: 'qr.refuse',
  passkey: 'qr.passkey',
  approve: 'qr.approve',
};

interface FootProps {
  confirm: QrAsked['confirm'];
  /** What is typed, where a code is asked for. */
  typed: boolean;
  over: boolean;
  busy: Way | undefined;
  decide: (way: Way) => void;
}

/** One verb for each way to decide; nothing is decided once the code is over. */
function Foot({ confirm, typed, over, busy, decide }: FootProps) {
  const t = useT('app');
  const can: Record<Way, boolean> = {
    refuse: true,
    passkey: confirm.passkey && passkeysWork(),
    approve: confirm.otp || !confirm.passkey,
  };
  return (['refuse', 'passkey', 'approve'] as const)
    .filter((way) => can[way])
    .map((way) => (
      <Button
        key={way}
        danger={way === 'refuse'}
        type={way === 'approve' ? 'primary' : 'default'}
        loading={busy === way}
        disabled={over || (way === 'approve' && confirm.otp && !typed)}
        onClick={() => decide(way)}
      >
        {t(VERBS[way])}
      </Button>
    ));
}

function Decide({ found, close }: { found: Found; close: () => void }) {
  const t = useT('app');
  const { asked } = found;
  const account = useAtomValue(profileAtom)?.account ?? '';
  const rest = useCountdown(asked);
  const [otp, setOtp] = useState('');
  const { busy, problem, decide } = useDecision(found, close);
  const over = rest === 0;
  const send = (way: Way) => {
    if (busy === undefined) void decide(way, otp.trim());
  };
  return (
    <Modal
      open
      title={t('qr.title')}
      width={440}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <Foot confirm={asked.confirm} typed={otp.trim() !== ''} over={over} busy={busy} decide={send} />
      }
    >
      <p>{t('qr.asks', { account })}</p>
      <Facts {...asked} />
      <Alert type="warning" title={t('qr.warning')} />
      {asked.confirm.otp && (
        <Form layout="vertical" onFinish={() => otp.trim() !== '' && !over && send('approve')}>
          <Form.Item label={t('qr.otp')} htmlFor="approve-otp" style={{ margin: '12px 0 0' }}>
            <Input
              id="approve-otp"
              className="pd-mono"
              value={otp}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setOtp(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
      {problem && (
        <p className="pd-down" role="alert">
          {problem}
        </p>
      )}
      <p className="pd-muted pd-number approve-rest">
        {over ? t('qr.over') : t('qr.rest', { seconds: rest })}
      </p>
    </Modal>
  );
}

interface Props {
  /** What was scanned; without it the code is typed. */
  code?: string | undefined;
  close: () => void;
}

/** Lets another device in as oneself: by the code that it shows, or by its address. */
export function ApproveSignIn({ code, close }: Props) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (code !== undefined)
      look(readQrCode(code)).then(setFound, (refused: unknown) =>
        setProblem(messageOf(refused, String(refused))),
      );
  }, [code]);
  if (found) return <Decide found={found} close={close} />;
  if (code !== undefined && problem === undefined) return null;
  return <EnterCode problem={problem} found={setFound} close={close} />;
}
