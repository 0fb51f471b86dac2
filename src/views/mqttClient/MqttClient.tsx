import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MqttBroker } from '../../../contract/mqttClient.ts';
import {
  FindBox,
  SideButtons,
  State,
  Unanswered,
  type ViewProps,
  call,
  formatCount,
  useCaller,
  useT,
} from '../../kit/index.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { LineState } from './LineState.tsx';
import { MessagePeek } from './MessagePeek.tsx';
import { Messages, previewOf } from './Messages.tsx';
import type { MessageLog, Received } from './messageLog.ts';
import { PublishForm } from './PublishForm.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { type Line, useConnection, useRate, type Wanted } from './useConnection.ts';
import { usePublishing, NEW_DRAFT, type Draft } from './usePublishing.ts';
import { type KeptSubscription, subscriptionOf, useSubscriptions } from './useSubscriptions.ts';
import { useVerbs, VERBS } from './useVerbs.ts';
import './mqtt.css';

const PANES = ['messages', 'talk'] as const;
type Pane = (typeof PANES)[number];

interface Kept {
  broker?: string;
  subscriptions?: KeptSubscription[];
}

const nobody = (broker: string): Wanted => ({ broker, user: '', password: '', clientId: '' });

function Counts({ log }: { log: MessageLog }) {
  const t = useT('platform');
  const rate = useRate(log.total);
  return (
    <span className="mqtt-counts pd-muted pd-number">
      {t('mqttClient.count', { count: log.total })} · {t('mqttClient.rate', { rate: formatCount(rate) })}
      {log.dropped > 0 && (
        <span className="pd-tag pd-tag-warning" title={t('mqttClient.whyDropped')}>
          {t('mqttClient.dropped', { count: log.dropped })}
        </span>
      )}
      {log.paused && (
        <span className="pd-tag pd-tag-info">{t('mqttClient.held', { count: log.held.length })}</span>
      )}
    </span>
  );
}

/** How many of the messages that are kept came by each subscription. */
function useCounts(
  messages: readonly Received[],
  subscriptions: ReturnType<typeof useSubscriptions>['list'],
) {
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { topic } of messages) {
      const by = subscriptionOf(subscriptions, topic)?.topic;
      if (by !== undefined) counts.set(by, (counts.get(by) ?? 0) + 1);
    }
    return counts;
  }, [messages, subscriptions]);
}

const matching = (messages: readonly Received[], find: string): readonly Received[] => {
  const word = find.toLowerCase();
  return word === ''
    ? messages
    : messages.filter(
        (each) => each.topic.toLowerCase().includes(word) || previewOf(each).toLowerCase().includes(word),
      );
};

function NoBroker() {
  const t = useT('platform');
  return (
    <State
      kind="empty"
      text={t('mqttClient.noBroker')}
      hint={
        <>
          {t('mqttClient.howBroker')}
          <br />
          <code className="pd-mono mqtt-example">MQTT_BROKERS=plant=mqtts://broker.example.com</code>
        </>
      }
    />
  );
}

/** What is looked at: the messages that are found, the chosen one, and whether the newest stays in sight. */
function useShown(messages: readonly Received[]) {
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [follows, setFollows] = useState(true);
  const shown = useMemo(() => matching(messages, find), [messages, find]);
  return {
    find,
    setFind,
    shown,
    chosen,
    message: shown.find(({ key }) => key === chosen),
    follows,
    setFollows,
    newest() {
      setChosen(undefined);
      setFollows(true);
    },
    choose(key: string) {
      setChosen(key);
      setFollows(false);
    },
  };
}

interface ClientProps extends ViewProps {
  brokers: readonly MqttBroker[];
}

/** Everything that a panel holds. */
function useClient({ tabId, state, saveState, brokers }: ClientProps) {
  const [kept] = useState(() => (state ?? {}) as Kept);
  const known = brokers.find(({ name }) => name === kept.broker) ?? brokers[0];
  const [wanted, setWanted] = useState(() => nobody(known?.name ?? ''));
  const [draft, setDraft] = useState<Draft>(NEW_DRAFT);
  const [pane, setPane] = useState<Pane>('messages');
  const connection = useConnection();
  const { line, log, tell } = connection;
  const subscriptions = useSubscriptions(line, kept.subscriptions ?? []);
  const { list } = subscriptions;
  const publishing = usePublishing(line);
  const view = useShown(log.shown);
  const boxes = {
    find: useRef<HTMLInputElement>(null),
    subscribe: useRef<HTMLInputElement>(null),
    publish: useRef<HTMLInputElement>(null),
  };
  useEffect(
    () => saveState({ broker: wanted.broker, subscriptions: list.map(({ topic, qos }) => ({ topic, qos })) }),
    [saveState, wanted.broker, list],
  );
  const connect = () => connection.connect(wanted);
  const to = (box: keyof typeof boxes) => {
    // On a phone the other side is to be seen first.
    flushSync(() => setPane(box === 'find' ? 'messages' : 'talk'));
    boxes[box].current?.focus();
  };
  useVerbs({
    tabId,
    line,
    hasBroker: wanted.broker !== '',
    paused: log.paused,
    follows: view.follows,
    shown: view.shown,
    connect,
    disconnect: connection.disconnect,
    tell,
    newest: view.newest,
    to,
  });
  const form = { brokers, line, wanted, change: setWanted, connect, disconnect: connection.disconnect };
  return { line, log, view, form, subscriptions, publishing, draft, setDraft, pane, setPane, boxes, to };
}

type ClientState = ReturnType<typeof useClient>;

function Side({ client }: { client: ClientState }) {
  const { can } = useCaller();
  const { line, log, form, subscriptions, publishing, draft, setDraft, boxes } = client;
  const counts = useCounts(log.shown, subscriptions.list);
  return (
    <div className="mqtt-side">
      <ConnectForm {...form} />
      <Subscriptions {...subscriptions} box={boxes.subscribe} counts={counts} />
      {can('mqttClient:publish') && (
        <PublishForm
          broker={form.wanted.broker}
          ready={line.state === 'connected'}
          draft={draft}
          change={setDraft}
          work={publishing}
          box={boxes.publish}
        />
      )}
    </div>
  );
}

function Stage({ client }: { client: ClientState }) {
  const { line, subscriptions, view, setDraft, to } = client;
  const { list } = subscriptions;
  const { shown, message, chosen, choose, follows, setFollows, newest } = view;
  if (shown.length === 0) return <Nothing line={line} find={view.find} subscribed={list.length > 0} />;
  return (
    <>
      <Messages
        messages={shown}
        subscriptions={list}
        chosen={chosen}
        choose={choose}
        follows={follows}
        setFollows={setFollows}
      />
      {message && (
        <MessagePeek
          message={message}
          by={subscriptionOf(list, message.topic)}
          close={newest}
          reuse={(format, text) => {
            setDraft((now) => ({ ...now, topic: message.topic, format, text }));
            newest();
            to('publish');
          }}
        />
      )}
    </>
  );
}

function Client(props: ClientProps) {
  const t = useT('platform');
  const client = useClient(props);
  const { line, log, view, pane, setPane, boxes } = client;
  return (
    <div className="view">
      <div className="view-bar">
        <LineState line={line} />
        <FindBox
          ref={boxes.find}
          className="mqtt-find"
          label={t('mqttClient.to.find')}
          value={view.find}
          set={view.setFind}
        />
        <Counts log={log} />
        <span className="mqtt-panes">
          <SideButtons label={t('mqttClient.panes.label')} sides={PANES} side={pane} turn={setPane}>
            {(each) => t(`mqttClient.panes.${each}`)}
          </SideButtons>
        </span>
        <Toolbar tabId={props.tabId} primary="mqttClient.connect" {...VERBS} />
      </div>
      <div className="view-body mqtt" data-pane={pane}>
        <Side client={client} />
        <Stage client={client} />
      </div>
    </div>
  );
}

function Nothing({ line, find, subscribed }: { line: Line; find: string; subscribed: boolean }) {
  const t = useT('platform');
  const connected = line.state === 'connected';
  const text = find ? 'noMatch' : !connected ? 'notConnected' : subscribed ? 'waiting' : 'unsubscribed';
  return (
    <div className="mqtt-messages">
      <State kind="empty" text={t(`mqttClient.nothing.${text}`)} />
    </div>
  );
}

/** A client of the brokers that the server may connect to. */
export default function MqttClientView(props: ViewProps) {
  const query = useQuery({
    queryKey: ['mqttClient', 'brokers'],
    queryFn: ({ signal }) => call<MqttBroker[]>('mqttClient/brokers', {}, { customCatch: true, signal }),
    enabled: props.visible,
    retry: false,
  });
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  return data.length === 0 ? <NoBroker /> : <Client {...props} brokers={data} />;
}
