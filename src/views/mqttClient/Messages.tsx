import type { UIEvent } from 'react';
import { VirtualList, formatBytes, formatInstant, useT } from '../../kit/index.ts';
import type { Received } from './messageLog.ts';
import { MQTT_LIMITS } from '../../../contract/mqttClient.ts';
import { bytesOf, lineOf } from './payload.ts';
import { type Subscription, subscriptionOf } from './useSubscriptions.ts';

export const isCut = ({ bytes }: Received): boolean => bytes > MQTT_LIMITS.shown;

/** What a list shows of a message; made once for each. */
const lines = new WeakMap<Received, string>();
export function previewOf(message: Received): string {
  const known = lines.get(message) ?? lineOf(bytesOf(message.payload), isCut(message));
  lines.set(message, known);
  return known;
}

/** Two ends of the same list are the same place. */
const NEAR = 8;

interface MessagesProps {
  messages: readonly Received[];
  subscriptions: readonly Subscription[];
  chosen: string | undefined;
  choose: (key: string) => void;
  /** The newest is kept in sight. */
  follows: boolean;
  setFollows: (follows: boolean) => void;
}

/** Messages as they come, the newest at the bottom; scrolled up, the list stays where it is. */
export function Messages({ messages, subscriptions, chosen, choose, follows, setFollows }: MessagesProps) {
  const t = useT('platform');
  const scrolled = ({ currentTarget }: UIEvent<HTMLUListElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    setFollows(chosen === undefined && scrollTop + clientHeight >= scrollHeight - NEAR);
  };
  return (
    <div className="mqtt-messages">
      <div className="mqtt-head" aria-hidden="true">
        {['time', 'topic', 'qos', 'size', 'payload'].map((column) => (
          <span key={column} data-col={column}>
            {t(`mqttClient.columns.${column}`)}
          </span>
        ))}
      </div>
      <VirtualList
        className="mqtt-list"
        aria-label={t('mqttClient.parts.messages')}
        items={messages}
        keyOf={({ key }) => key}
        active={follows ? messages.length - 1 : messages.findIndex(({ key }) => key === chosen)}
        reveal={follows}
        onScroll={scrolled}
        walk
      >
        {(message) => {
          const by = subscriptionOf(subscriptions, message.topic);
          return (
            <button
              type="button"
              className="line-button mqtt-line"
              aria-current={message.key === chosen || undefined}
              onClick={() => choose(message.key)}
              onFocus={() => choose(message.key)}
            >
              <span data-col="time" className="pd-number pd-muted">
                {formatInstant(message.at, 'time')}
              </span>
              <span data-col="topic" className="pd-mono" title={message.topic}>
                <i className={`mqtt-swatch ws-dot-${by?.colour ?? 'none'}`} title={by?.topic} />
                {message.topic}
              </span>
              <span data-col="qos" className="pd-number">
                {message.qos}
                {message.retain && (
                  <span className="pd-tag pd-tag-info" title={t('mqttClient.retained')}>
                    {t('mqttClient.retainedShort')}
                  </span>
                )}
              </span>
              <span data-col="size" className="pd-number">
                {formatBytes(message.bytes)}
              </span>
              <span data-col="payload" className="pd-mono">
                {previewOf(message)}
              </span>
            </button>
          );
        }}
      </VirtualList>
    </div>
  );
}
