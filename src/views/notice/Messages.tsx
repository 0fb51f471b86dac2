import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  FindBox,
  Choice,
  DictTag,
  State,
  type ViewProps,
  VirtualList,
  dictLabel,
  dictTone,
  formatCount,
  formatInstant,
  isCallError,
  useDict,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { RichText } from '../../resource/ui/RichText.tsx';
import '../../resource/ui/view.css';
import './messages.css';
import { type Asked, type Message, markRead, useMessages } from './useMessages.ts';

const TYPES = 'noticeTypeEnum';
const NONE: Asked = { title: '', unread: false, type: undefined };

/** What the panel kept, as far as it is what it should be. */
function askedOf(saved: unknown): Asked {
  const { title, unread, type } = (saved ?? {}) as Partial<Record<keyof Asked, unknown>>;
  return {
    title: typeof title === 'string' ? title : '',
    unread: unread === true,
    type: typeof type === 'number' ? type : undefined,
  };
}

function Detail({ message }: { message: Message | undefined }) {
  const t = useT('app');
  if (!message) return <State kind="empty" text={t('received.choose')} />;
  const from = [message.publicUserName, message.publicOrgName].filter(Boolean).join(' · ');
  return (
    <article className="received-detail" aria-labelledby="received-title">
      <h2 id="received-title">{message.title}</h2>
      <p className="pd-muted">
        <DictTag dict={TYPES} value={message.type} /> {from}
        <time className="pd-number">{formatInstant(message.publishedAt)}</time>
      </p>
      <RichText html={message.content} />
    </article>
  );
}

type Row = Message & { read: boolean };

function Line({ message, chosen, choose }: { message: Row; chosen: boolean; choose: () => void }) {
  return (
    <button
      type="button"
      className="line-button received-line"
      aria-current={chosen || undefined}
      data-unread={!message.read || undefined}
      onClick={choose}
    >
      <i className={`dot dot-${message.read ? 'info' : dictTone(TYPES, message.type)}`} />
      <span>{message.title}</span>
      <time className="pd-number pd-muted">{formatInstant(message.publishedAt, 'brief')}</time>
    </button>
  );
}

interface BarProps {
  asked: Asked;
  ask: (asked: Asked) => void;
  box: RefObject<HTMLInputElement | null>;
  unread: readonly string[];
}

function Bar({ asked, ask, box, unread }: BarProps) {
  const t = useT('app');
  const types = useDict(TYPES);
  return (
    <div className="view-bar">
      <FindBox
        ref={box}
        label={t('received.search')}
        value={asked.title}
        set={(title) => ask({ ...asked, title })}
      />
      <button
        type="button"
        className="pd-button"
        aria-pressed={asked.unread}
        onClick={() => ask({ ...asked, unread: !asked.unread })}
      >
        {t('received.unread')}
      </button>
      <Choice
        label={t('received.type')}
        value={asked.type === undefined ? '' : String(asked.type)}
        options={[
          { value: '', text: t('received.every') },
          ...types.map(({ value }) => ({ value: String(value), text: dictLabel(TYPES, value) })),
        ]}
        set={(value) => ask({ ...asked, type: value === '' ? undefined : Number(value) })}
      />
      <button
        type="button"
        className="pd-button received-all"
        disabled={unread.length === 0}
        onClick={() => void markRead(unread)}
      >
        {t('received.readAll')}
      </button>
    </div>
  );
}

function Nothing({ asked, ask }: Pick<BarProps, 'asked' | 'ask'>) {
  const t = useT('app');
  const isFiltered = asked.title !== '' || asked.unread || asked.type !== undefined;
  if (!isFiltered) return <State kind="empty" text={t('received.empty')} />;
  const all = (
    <button type="button" className="pd-button" onClick={() => ask(NONE)}>
      {t('received.showAll')}
    </button>
  );
  return <State kind="empty" text={t('received.noMatch')} hint={all} />;
}

interface ReadingProps {
  messages: readonly Row[];
  /** Reads the next page, where there is one. */
  older: (() => void) | undefined;
}

/** The list and the message that is read. */
function Reading({ messages, older }: ReadingProps) {
  const t = useT('app');
  const [chosen, setChosen] = useState<string>();
  const choose = ({ id, read }: Row) => {
    setChosen(id);
    if (!read) void markRead([id]);
  };
  return (
    <div className="received-parts">
      <div className="received-list">
        <VirtualList
          className="plain-list"
          items={messages}
          keyOf={({ id }) => id}
          walk
          textOf={({ title }) => title}
        >
          {(each) => <Line message={each} chosen={each.id === chosen} choose={() => choose(each)} />}
        </VirtualList>
        {older && (
          <button type="button" className="pd-button received-older" onClick={older}>
            {t('received.older')}
          </button>
        )}
      </div>
      <Detail message={messages.find(({ id }) => id === chosen)} />
    </div>
  );
}

/** A list of what was received and the one that is read. */
export default function Messages({ tabId, state, saveState, visible }: ViewProps) {
  const t = useT('app');
  const [asked, ask] = useState(() => askedOf(state));
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => saveState(asked), [saveState, asked]);
  const found = useMessages(asked, visible);
  const { messages, total, isPending, error } = found;
  const unread = messages.filter(({ read }) => !read).map(({ id }) => id);
  useCommands(tabId, [
    {
      id: 'received.search',
      label: () => t('received.search'),
      keys: ['/'],
      run: () => box.current?.focus(),
    },
    {
      id: 'received.readAll',
      label: () => t('received.readAll'),
      keys: ['shift+r'],
      when: () => unread.length > 0,
      run: () => markRead(unread),
    },
  ]);
  const refused = isCallError(error) ? error : undefined;
  const older = found.hasNextPage ? () => void found.fetchNextPage() : undefined;
  return (
    <div className="view">
      <Bar asked={asked} ask={ask} box={box} unread={unread} />
      {refused && messages.length === 0 && (
        <State kind="error" text={refused.message} retry={() => void found.refetch()} />
      )}
      {!refused && isPending && <State kind="loading" />}
      {!refused && !isPending && messages.length === 0 && <Nothing asked={asked} ask={ask} />}
      {messages.length > 0 && <Reading messages={messages} older={older} />}
      <div className="received-foot pd-muted">
        {t('received.count', { count: total, shown: formatCount(total) })}
      </div>
    </div>
  );
}
