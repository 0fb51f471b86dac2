import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { addPasskey, passkeysWork } from '../../kit/data/passkey.ts';
import { notePasskeys } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatInstant } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { sealPassword } from '../../kit/data/sealPassword.ts';

interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

interface Typed {
  name: string;
  password: string;
}

const load = () => call<Passkey[]>('userPasskey/own', undefined, { customCatch: true });

const saying = (refused: unknown, cancelled: string): string =>
  isCallError(refused)
    ? refused.message
    : refused instanceof Error && refused.name !== 'NotAllowedError'
      ? refused.message
      : cancelled;

interface AskProps {
  /** What the password is asked for: one more, or this one's end. */
  asking: 'add' | Passkey;
  done: () => Promise<void>;
  close: () => void;
}

function PasskeyForm({ asking, done, close }: AskProps) {
  const t = useT('app');
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<Typed>();
  const adds = asking === 'add';

  async function submit({ name, password }: Typed) {
    setBusy(true);
    try {
      const sealed = await sealPassword(password);
      if (adds) await addPasskey(sealed, name.trim());
      else await call('userPasskey/delete', { id: asking.id, password: sealed }, { customCatch: true });
      await done();
      toast.success(t(adds ? 'passkey.added' : 'passkey.deleted'));
      close();
    } catch (refused) {
      form.setFields([{ name: 'password', errors: [saying(refused, t('passkey.cancelled'))] }]);
      setBusy(false);
    }
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(typed) => void submit(typed)}>
      {adds ? (
        <Form.Item
          name="name"
          label={t('passkey.name')}
          rules={[{ required: true, whitespace: true, max: 60, message: t('passkey.needName') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
      ) : (
        <p>{t('passkey.deleting', { name: asking.name })}</p>
      )}
      <Form.Item
        name="password"
        label={t('password.current')}
        rules={[{ required: true, message: t('password.needCurrent') }]}
      >
        <Input.Password autoComplete="current-password" autoFocus={!adds} />
      </Form.Item>
      <div className="passkeys-verbs">
        <button type="submit" className="pd-button pd-button-primary" disabled={busy}>
          {t(adds ? 'passkey.add' : 'passkey.delete')}
        </button>
        <button type="button" className="pd-button" onClick={close}>
          {t('otp.cancel')}
        </button>
      </div>
    </Form>
  );
}

/** The passkeys of one's own account: listed, added and deleted by the password. */
export function Passkeys() {
  const t = useT('app');
  const [own, setOwn] = useState<Passkey[]>([]);
  const [asking, setAsking] = useState<'add' | Passkey>();
  const refresh = async () => {
    const all = await load();
    setOwn(all);
    notePasskeys(all.length);
  };
  useEffect(() => {
    load()
      .then(setOwn)
      .catch(() => undefined);
  }, []);

  return (
    <section className="passkeys" aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">{t('passkey.title')}</h3>
      <p className="pd-muted">{t(passkeysWork() ? 'passkey.about' : 'passkey.nowhere')}</p>
      {own.length > 0 && (
        <ul>
          {own.map((each) => (
            <li key={each.id}>
              <span>{each.name}</span>
              <span className="pd-muted">
                {each.lastUsedAt
                  ? t('passkey.used', { at: formatInstant(each.lastUsedAt, 'brief') })
                  : t('passkey.unused', { at: formatInstant(each.createdAt, 'brief') })}
              </span>
              <button type="button" className="link-button" onClick={() => setAsking(each)}>
                {t('passkey.delete')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {asking && <PasskeyForm asking={asking} done={refresh} close={() => setAsking(undefined)} />}
      {!asking && passkeysWork() && (
        <button type="button" className="pd-button" onClick={() => setAsking('add')}>
          {t('passkey.add')}
        </button>
      )}
    </section>
  );
}
