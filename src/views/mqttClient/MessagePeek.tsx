import { useState } from 'react';
import { SideButtons, copyText, formatCount, formatInstant, useT } from '../../kit/index.ts';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { isCut } from './Messages.tsx';
import type { Received } from './messageLog.ts';
import { bytesOf, FORMATS, type Format, hexDump, prettyJson, textOf } from './payload.ts';
import type { Subscription } from './useSubscriptions.ts';

interface Shapes {
  text: string | undefined;
  json: string | undefined;
  hex: string;
}

function shapesOf(message: Received): Shapes {
  const bytes = bytesOf(message.payload);
  // Of a text that was cut the last character may be half: its bytes are there all the same.
  const text = isCut(message) ? new TextDecoder().decode(bytes) : textOf(bytes);
  return { text, json: text === undefined ? undefined : prettyJson(text), hex: hexDump(bytes) };
}

/** The shape that was chosen, else the one that says most. */
const shapeFor = (shapes: Shapes, wanted: Format | undefined): Format => {
  if (wanted && shapes[wanted] !== undefined) return wanted;
  return shapes.json !== undefined ? 'json' : shapes.text !== undefined ? 'text' : 'hex';
};

interface MessagePeekProps {
  message: Received;
  by: Subscription | undefined;
  close: () => void;
  /** Takes its topic and payload into what is published; unset where it is none that can be written. */
  reuse: (format: Format, text: string) => void;
}

/** One message with its whole payload. */
export function MessagePeek({ message, by, close, reuse }: MessagePeekProps) {
  const t = useT('platform');
  const [wanted, setWanted] = useState<Format>();
  const shapes = shapesOf(message);
  const shape = shapeFor(shapes, wanted);
  const shown = shapes[shape] ?? '';
  const fact = (name: string, value: string) => (
    <div>
      <dt className="pd-muted">{t(`mqttClient.columns.${name}`)}</dt>
      <dd className="pd-number">{value}</dd>
    </div>
  );
  return (
    <aside className="dock mqtt-peek" aria-label={message.topic}>
      <DockHead title={<span className="pd-mono">{message.topic}</span>} close={close} />
      <div className="dock-body">
        <dl className="mqtt-facts">
          {fact('time', formatInstant(message.at, 'full'))}
          {fact('qos', t(`mqttClient.qos.${message.qos}`))}
          {fact('retain', t(message.retain ? 'mqttClient.retained' : 'mqttClient.live'))}
          {fact('size', t('mqttClient.bytes', { count: message.bytes }))}
          {by && fact('by', by.topic)}
        </dl>
        <div className="mqtt-shapes">
          <SideButtons
            label={t('mqttClient.form.format')}
            sides={FORMATS.filter((each) => shapes[each] !== undefined)}
            side={shape}
            turn={setWanted}
          >
            {(each) => t(`mqttClient.formats.${each}`)}
          </SideButtons>
          <button
            type="button"
            className="link-button"
            onClick={() => void copyText(shown, t('mqttClient.copied'))}
          >
            {t('mqttClient.actions.copy')}
          </button>
          {!isCut(message) && (
            <button
              type="button"
              className="link-button"
              onClick={() => reuse(shape, shape === 'hex' ? pairsOf(message) : (shapes.text ?? ''))}
            >
              {t('mqttClient.actions.reuse')}
            </button>
          )}
        </div>
        {isCut(message) && (
          <p className="mqtt-note pd-muted">
            {t('mqttClient.cut', { shown: formatCount(bytesOf(message.payload).length) })}
          </p>
        )}
        {message.bytes === 0 ? (
          <p className="pd-muted">{t('mqttClient.noPayload')}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
          <pre className="pd-mono" tabIndex={0}>
            {shown}
          </pre>
        )}
      </div>
    </aside>
  );
}

const pairsOf = ({ payload }: Received): string =>
  Array.from(bytesOf(payload), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
