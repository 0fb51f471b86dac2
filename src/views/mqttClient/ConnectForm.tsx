import type { FormEvent } from 'react';
import type { MqttBroker } from '../../../contract/mqttClient.ts';
import { Choice, Key, useCaller, useT } from '../../kit/index.ts';
import { Field } from './Lines.tsx';
import { isOpen, type Line, type Wanted } from './useConnection.ts';

interface ConnectFormProps {
  brokers: readonly MqttBroker[];
  line: Line;
  wanted: Wanted;
  change: (wanted: Wanted) => void;
  connect: () => void;
  disconnect: () => void;
}

/** Which broker, and as whom; what is typed here stays in this panel and goes with it. */
export function ConnectForm({ brokers, line, wanted, change, connect, disconnect }: ConnectFormProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const broker = brokers.find(({ name }) => name === wanted.broker);
  const open = isOpen(line);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (open) disconnect();
    else connect();
  };
  const input = (name: 'user' | 'password' | 'clientId', type: string, complete: string) => (
    <Field name={name}>
      <input
        className={`pd-input${type === 'text' ? ' pd-mono' : ''}`}
        type={type}
        autoComplete={complete}
        disabled={open}
        placeholder={name === 'clientId' ? t('mqttClient.form.random') : ''}
        value={wanted[name]}
        onChange={({ target }) => change({ ...wanted, [name]: target.value })}
      />
    </Field>
  );
  return (
    <form className="mqtt-part" aria-label={t('mqttClient.parts.connection')} onSubmit={submit}>
      <h3>{t('mqttClient.parts.connection')}</h3>
      <div className="mqtt-field">
        <span>{t('mqttClient.form.broker')}</span>
        <Choice
          label={t('mqttClient.form.broker')}
          value={wanted.broker}
          disabled={open}
          options={brokers.map(({ name }) => ({ value: name, text: name }))}
          set={(name) => change({ ...wanted, broker: name })}
        />
      </div>
      {broker && (
        <p className="mqtt-note pd-muted">
          <span className="pd-mono">{broker.address}</span> ·{' '}
          {t(broker.encrypted ? 'mqttClient.encrypted' : 'mqttClient.plain')}
          {broker.hasAccount && ` · ${t('mqttClient.hasAccount')}`}
        </p>
      )}
      {broker && !broker.hasAccount && (
        <>
          {input('user', 'text', 'off')}
          {input('password', 'password', 'new-password')}
        </>
      )}
      {input('clientId', 'text', 'off')}
      {can('mqttClient:connect') && (
        <button type="submit" className={`pd-button${open ? '' : ' pd-button-primary'}`} disabled={!broker}>
          {t(open ? 'mqttClient.actions.disconnect' : 'mqttClient.actions.connect')} <Key keys="c" />
        </button>
      )}
    </form>
  );
}
