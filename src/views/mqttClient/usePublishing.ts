import { useState } from 'react';
import { isTopic, MQTT_LIMITS, type Qos } from '../../../contract/mqttClient.ts';
import { call, isCallError } from '../../kit/index.ts';
import { base64Of, encode, type Format } from './payload.ts';
import type { Line } from './useConnection.ts';

export interface Draft {
  topic: string;
  qos: Qos;
  retain: boolean;
  format: Format;
  text: string;
}

export const NEW_DRAFT: Draft = { topic: '', qos: 0, retain: false, format: 'text', text: '' };
const RECENT = 10;

export type Fault = 'topic' | 'json' | 'hex' | 'large';

/** Why it cannot be sent as it is written. */
export function faultOf({ topic, format, text }: Draft): Fault | undefined {
  if (!isTopic(topic)) return 'topic';
  const encoded = encode(text, format);
  if ('fault' in encoded) return encoded.fault;
  return encoded.bytes.length > MQTT_LIMITS.payload ? 'large' : undefined;
}

const same = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Publishing on a connection; what was sent last stays in this panel, to be sent again. */
export function usePublishing(line: Line) {
  const [recent, setRecent] = useState<readonly Draft[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  async function publish(draft: Draft): Promise<void> {
    const encoded = encode(draft.text, draft.format);
    if (busy || 'fault' in encoded) return;
    const { topic, qos, retain } = draft;
    setBusy(true);
    setProblem(undefined);
    try {
      const payload = base64Of(encoded.bytes);
      await call(
        'mqttClient/publish',
        { connection: line.connection, topic, qos, retain, payload },
        { customCatch: true },
      );
      setSent((count) => count + 1);
      setRecent((now) => [draft, ...now.filter((each) => !same(each, draft))].slice(0, RECENT));
    } catch (error) {
      if (!isCallError(error)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  }
  return { recent, problem, busy, sent, publish };
}
