import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { Key, SideButtons, formatCount, middle, useT } from '../../kit/index.ts';
import { Field, QosChoice } from './Lines.tsx';
import { FORMATS } from './payload.ts';
import { type Draft, faultOf, type usePublishing } from './usePublishing.ts';
import { MQTT_LIMITS } from '../../../contract/mqttClient.ts';

interface RetainProps {
  broker: string;
  draft: Draft;
  go: () => void;
  leave: () => void;
}

/** What a broker keeps reaches people who are not there yet: that is asked for once more. */
function RetainConfirm({ broker, draft, go, leave }: RetainProps) {
  const t = useT('platform');
  const key = draft.text === '' ? 'removes' : 'keeps';
  return (
    <div className="mqtt-retain" role="alertdialog" aria-label={t('mqttClient.retain.title')}>
      <p>{t(`mqttClient.retain.${key}`, { broker, topic: draft.topic })}</p>
      <div className="mqtt-buttons">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the next key answers the question */}
        <button type="button" className="pd-button pd-button-primary" autoFocus onClick={go}>
          {t(`mqttClient.retain.${key}Verb`)}
        </button>
        <button type="button" className="pd-button" onClick={leave}>
          {t('mqttClient.actions.back')}
        </button>
      </div>
    </div>
  );
}

interface RecentProps {
  recent: readonly Draft[];
  ready: boolean;
  take: (draft: Draft) => void;
  again: (draft: Draft) => void;
}

function Recent({ recent, ready, take, again }: RecentProps) {
  const t = useT('platform');
  if (recent.length === 0) return null;
  return (
    <>
      <h3>{t('mqttClient.parts.recent')}</h3>
      <ul className="plain-list">
        {recent.map((draft) => (
          <li key={JSON.stringify(draft)} className="mqtt-recent">
            <button type="button" className="line-button" title={draft.text} onClick={() => take(draft)}>
              <span className="mqtt-topic pd-mono">{draft.topic}</span>
              <span className="pd-muted pd-mono">{middle(draft.text.replaceAll(/\s+/g, ' '), 14, 0)}</span>
            </button>
            <button type="button" className="link-button" disabled={!ready} onClick={() => again(draft)}>
              {t('mqttClient.actions.again')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (draft: Draft) => void;
  box: RefObject<HTMLInputElement | null>;
}

function Fields({ draft, change, box }: FieldsProps) {
  const t = useT('platform');
  const fault = faultOf(draft);
  // What is not begun is not wrong.
  const shown = fault && !(fault === 'topic' && draft.topic === '');
  return (
    <>
      <Field name="topic">
        <input
          ref={box}
          className="pd-input pd-mono"
          value={draft.topic}
          onChange={({ target }) => change({ ...draft, topic: target.value })}
        />
      </Field>
      <div className="mqtt-options">
        <SideButtons
          label={t('mqttClient.form.format')}
          sides={FORMATS}
          side={draft.format}
          turn={(format) => change({ ...draft, format })}
        >
          {(each) => t(`mqttClient.formats.${each}`)}
        </SideButtons>
        <QosChoice value={draft.qos} set={(qos) => change({ ...draft, qos })} />
      </div>
      <textarea
        className="pd-input pd-mono mqtt-payload"
        aria-label={t('mqttClient.form.payload')}
        placeholder={t(`mqttClient.hints.${draft.format}`)}
        spellCheck={false}
        value={draft.text}
        onChange={({ target }) => change({ ...draft, text: target.value })}
      />
      {shown && (
        <p className="mqtt-note pd-down" role="alert">
          {t(`mqttClient.faults.${fault}`, { most: formatCount(MQTT_LIMITS.payload) })}
        </p>
      )}
    </>
  );
}

interface FootProps extends Pick<FieldsProps, 'draft' | 'change'> {
  ready: boolean;
  able: boolean;
  sent: number;
}

function Foot({ draft, change, ready, able, sent }: FootProps) {
  const t = useT('platform');
  return (
    <div className="mqtt-buttons">
      <button
        type="submit"
        className="pd-button pd-button-primary"
        disabled={!able}
        title={ready ? '' : t('mqttClient.first')}
      >
        {t('mqttClient.actions.publish')} <Key keys="mod+enter" />
      </button>
      <label className="mqtt-check">
        <input
          type="checkbox"
          checked={draft.retain}
          onChange={({ target }) => change({ ...draft, retain: target.checked })}
        />
        {t('mqttClient.form.retain')}
      </label>
      {sent > 0 && (
        <span className="pd-muted pd-number" role="status">
          {t('mqttClient.sent', { count: sent })}
        </span>
      )}
    </div>
  );
}

interface PublishFormProps extends FieldsProps {
  broker: string;
  /** Something is connected. */
  ready: boolean;
  work: ReturnType<typeof usePublishing>;
}

/** A message to a topic; Ctrl Enter sends it from anywhere in the form. */
export function PublishForm({ broker, ready, work, ...fields }: PublishFormProps) {
  const t = useT('platform');
  const { draft, change } = fields;
  const [asked, setAsked] = useState<Draft>();
  const able = ready && !work.busy && faultOf(draft) === undefined;
  const send = (what: Draft) => (what.retain ? setAsked(what) : void work.publish(what));
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (able) send(draft);
  };
  return (
    <form
      className="mqtt-part"
      aria-label={t('mqttClient.parts.publish')}
      onSubmit={submit}
      onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && submit(event)}
    >
      <h3>{t('mqttClient.parts.publish')}</h3>
      <Fields {...fields} />
      {asked ? (
        <RetainConfirm
          broker={broker}
          draft={asked}
          go={() => {
            setAsked(undefined);
            void work.publish(asked);
          }}
          leave={() => setAsked(undefined)}
        />
      ) : (
        <Foot draft={draft} change={change} ready={ready} able={able} sent={work.sent} />
      )}
      {work.problem && (
        <p className="mqtt-note pd-down" role="alert">
          {work.problem}
        </p>
      )}
      <Recent recent={work.recent} ready={ready && !work.busy} take={change} again={send} />
    </form>
  );
}
