import { useCallback, useEffect, useRef, useState } from 'react';
import { matchesTopic, type Qos } from '../../../contract/mqttClient.ts';
import { LINK_COLOURS, type LinkColour, call, isCallError } from '../../kit/index.ts';
import type { Line } from './useConnection.ts';

export interface Subscription {
  topic: string;
  qos: Qos;
  colour: LinkColour;
  /** What the broker granted; unset while it has not answered. */
  granted?: Qos | undefined;
  problem?: string | undefined;
}

/** What a panel keeps of a subscription. */
export type KeptSubscription = Pick<Subscription, 'topic' | 'qos'>;

/** The colour that the fewest others have. */
const freeColour = (others: readonly Subscription[]): LinkColour => {
  const uses = (colour: LinkColour) => others.filter((each) => each.colour === colour).length;
  return [...LINK_COLOURS].sort((a, b) => uses(a) - uses(b))[0]!;
};

const add = (list: readonly Subscription[], { topic, qos }: KeptSubscription): Subscription[] => {
  const known = list.find((each) => each.topic === topic);
  return known
    ? list.map((each) => (each === known ? { ...each, qos, granted: undefined, problem: undefined } : each))
    : [...list, { topic, qos, colour: freeColour(list) }];
};

/** The subscription that a message came by; of several the most exact one. */
export const subscriptionOf = (list: readonly Subscription[], topic: string): Subscription | undefined =>
  list
    .filter((each) => matchesTopic(each.topic, topic))
    .sort((a, b) => b.topic.replaceAll(/[+#]/g, '').length - a.topic.replaceAll(/[+#]/g, '').length)[0];

const textOf = (error: unknown): string => (isCallError(error) ? error.message : String(error));

/** What is subscribed to: kept while nothing is connected, and asked for when something is. */
export function useSubscriptions(line: Line, kept: readonly KeptSubscription[]) {
  const [list, setList] = useState<readonly Subscription[]>(() => kept.reduce(add, []));
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  const connection = line.state === 'connected' ? line.connection : undefined;
  const ask = useCallback(async (id: string, { topic, qos }: KeptSubscription) => {
    const answer = await call<{ qos: Qos }>(
      'mqttClient/subscribe',
      { connection: id, topic, qos },
      { customCatch: true },
    ).then(
      (granted) => ({ granted: granted.qos, problem: undefined }),
      (error: unknown) => ({ granted: undefined, problem: textOf(error) }),
    );
    setList((now) => now.map((each) => (each.topic === topic ? { ...each, ...answer } : each)));
  }, []);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    // After a loss the server subscribes again by itself.
    if (connection === undefined || asked.current === connection) return;
    asked.current = connection;
    setList((now) => now.map(({ topic, qos, colour }) => ({ topic, qos, colour })));
    for (const each of latest.current) void ask(connection, each);
  }, [connection, ask]);
  const subscribe = (wanted: KeptSubscription) => {
    setList((now) => add(now, wanted));
    if (connection !== undefined) void ask(connection, wanted);
  };
  const unsubscribe = ({ topic, granted }: Subscription) => {
    setList((now) => now.filter((each) => each.topic !== topic));
    if (connection !== undefined && granted !== undefined)
      void call('mqttClient/unsubscribe', { connection, topic }).catch(() => undefined);
  };
  return { list, subscribe, unsubscribe };
}
