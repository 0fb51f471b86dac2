import type { ReactNode } from 'react';
import { QOS, type Qos } from '../../../contract/mqttClient.ts';
import { Choice, useT } from '../../kit/index.ts';

/** A label before its input. */
export function Field({ name, children }: { name: string; children: ReactNode }) {
  const t = useT('platform');
  return (
    <label className="mqtt-field">
      <span>{t(`mqttClient.form.${name}`)}</span>
      {children}
    </label>
  );
}

interface QosProps {
  value: Qos;
  set: (qos: Qos) => void;
}

export function QosChoice({ value, set }: QosProps) {
  const t = useT('platform');
  return (
    <Choice
      className="pd-input mqtt-qos"
      label={t('mqttClient.form.qos')}
      value={String(value)}
      options={QOS.map((qos) => ({ value: String(qos), text: t('mqttClient.qosShort', { qos }) }))}
      set={(chosen) => set(QOS.find((qos) => String(qos) === chosen) ?? 0)}
    />
  );
}
