import { type FormEvent, type RefObject, useState } from 'react';
import { isTopicFilter, MQTT_LIMITS, type Qos } from '../../../contract/mqttClient.ts';
import { Icon, formatCount, useT } from '../../kit/index.ts';
import { QosChoice } from './Lines.tsx';
import type { KeptSubscription, Subscription } from './useSubscriptions.ts';

interface AddProps {
  box: RefObject<HTMLInputElement | null>;
  full: boolean;
  subscribe: (wanted: KeptSubscription) => void;
}

function AddForm({ box, full, subscribe }: AddProps) {
  const t = useT('platform');
  const [topic, setTopic] = useState('');
  const [qos, setQos] = useState<Qos>(0);
  const wrong = topic !== '' && !isTopicFilter(topic);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (topic === '' || wrong || full) return;
    subscribe({ topic, qos });
    setTopic('');
  };
  return (
    <form className="mqtt-add" onSubmit={submit}>
      <input
        ref={box}
        className="pd-input pd-mono"
        aria-label={t('mqttClient.form.filter')}
        aria-invalid={wrong}
        placeholder="plant/+/heat"
        value={topic}
        onChange={({ target }) => setTopic(target.value)}
      />
      <QosChoice value={qos} set={setQos} />
      <button type="submit" className="pd-button" disabled={topic === '' || wrong || full}>
        {t('mqttClient.actions.subscribe')}
      </button>
      {(wrong || full) && (
        <p className="pd-down" role="alert">
          {t(wrong ? 'mqttClient.wrongFilter' : 'mqttClient.full', { most: MQTT_LIMITS.subscriptions })}
        </p>
      )}
    </form>
  );
}

interface SubscriptionsProps extends Omit<AddProps, 'full'> {
  list: readonly Subscription[];
  /** Messages that came by each, of those that are kept. */
  counts: ReadonlyMap<string, number>;
  unsubscribe: (subscription: Subscription) => void;
}

/** What is subscribed to, each in its colour with what it brought. */
export function Subscriptions({ list, counts, unsubscribe, ...add }: SubscriptionsProps) {
  const t = useT('platform');
  return (
    <section className="mqtt-part" aria-label={t('mqttClient.parts.subscriptions')}>
      <h3>{t('mqttClient.parts.subscriptions')}</h3>
      <AddForm {...add} full={list.length >= MQTT_LIMITS.subscriptions} />
      {list.length === 0 && <p className="mqtt-note pd-muted">{t('mqttClient.noSubscriptions')}</p>}
      <ul className="plain-list">
        {list.map((each) => (
          <li key={each.topic} className="mqtt-subscription" data-topic={each.topic}>
            <i className={`mqtt-swatch ws-dot-${each.colour}`} aria-hidden="true" />
            <span className="mqtt-topic pd-mono" title={each.topic}>
              {each.topic}
            </span>
            <span className="pd-muted pd-number">
              {t('mqttClient.qosShort', { qos: each.granted ?? each.qos })}
            </span>
            <span className="pd-number mqtt-count">{formatCount(counts.get(each.topic) ?? 0)}</span>
            <button
              type="button"
              className="pd-icon-button"
              title={t('mqttClient.actions.unsubscribe')}
              aria-label={`${t('mqttClient.actions.unsubscribe')}: ${each.topic}`}
              onClick={() => unsubscribe(each)}
            >
              <Icon name="close" size={12} />
            </button>
            {each.problem && (
              <p className="pd-down" role="alert">
                {each.problem}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
