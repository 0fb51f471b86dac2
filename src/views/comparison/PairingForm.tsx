import { Fragment, useSyncExternalStore } from 'react';
import { COMPARED_MOST, KEYS_MOST } from '../../../contract/comparison.ts';
import { Choice, Icon, Popover, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import type { Alignment } from './alignment.ts';
import { fieldsFor, type Pairing, proposedCompared } from './setup.ts';

interface PairingFormProps {
  alignment: Alignment;
  titles: readonly string[];
}

const NONE = '';
type Part = readonly (string | null)[];

interface LineProps {
  part: Part;
  purpose: 'key' | 'compared';
  alignment: Alignment;
  put: (part: Part) => void;
  /** Undefined where it is the last one and one is needed. */
  remove: (() => void) | undefined;
}

/** A field of each side. */
function Line({ part, purpose, alignment, put, remove }: LineProps) {
  const t = useT('comparison');
  return (
    <>
      {alignment.sides.map(({ resource }, at) => {
        const words = wordsOf(resource);
        const nameOf = (name: string): string => name.split('|').map(words.field).join(' / ');
        const fields = fieldsFor(resource, purpose);
        const own = part[at];
        const options = own?.includes('|') ? [own, ...fields] : fields;
        return (
          <Choice
            key={at}
            label={words.title()}
            value={own ?? NONE}
            options={[
              ...(purpose === 'compared' ? [{ value: NONE, text: t('pairing.none') }] : []),
              ...options.map((value) => ({ value, text: nameOf(value) })),
            ]}
            set={(value) =>
              put(part.map((each, side) => (side === at ? (value === NONE ? null : value) : each)))
            }
          />
        );
      })}
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('pairing.remove')}
        title={t('pairing.remove')}
        disabled={!remove}
        onClick={remove}
      >
        <Icon name="close" />
      </button>
    </>
  );
}

interface PartsProps {
  title: string;
  parts: readonly Part[];
  purpose: LineProps['purpose'];
  alignment: Alignment;
  most: number;
  least: number;
  /** What a further line begins with. */
  next: Part | undefined;
  set: (parts: readonly Part[]) => void;
}

function Parts({ title, parts, purpose, alignment, most, least, next, set }: PartsProps) {
  const t = useT('comparison');
  return (
    <>
      <h3>{title}</h3>
      {parts.map((part, at) => (
        <Fragment key={at}>
          <Line
            part={part}
            purpose={purpose}
            alignment={alignment}
            put={(changed) => set(parts.map((each, index) => (index === at ? changed : each)))}
            remove={parts.length > least ? () => set(parts.filter((_, index) => index !== at)) : undefined}
          />
        </Fragment>
      ))}
      {parts.length < most && next && (
        <button type="button" className="link-button pairing-add" onClick={() => set([...parts, next])}>
          + {t('pairing.add')}
        </button>
      )}
    </>
  );
}

/** What the lists are aligned by and what of them is compared. */
export function PairingForm({ alignment, titles }: PairingFormProps) {
  const t = useT('comparison');
  const { pairing } = useSyncExternalStore(alignment.subscribe, alignment.state);
  const lists = alignment.sides.map(({ resource }) => resource);
  const put = (change: Partial<Pairing>) => alignment.setPairing({ ...pairing, ...change });
  const words = wordsOf(lists[0]!);
  const name = pairing.key.map(([part = '']) => part.split('|').map(words.field).join(' / ')).join(' + ');
  const isCompared = (part: Part) => pairing.compared.some((each) => each.join() === part.join());
  const further = proposedCompared(lists, pairing.key).find((part) => !isCompared(part));
  return (
    <Popover className="pd-button comparison-by" label={t('pairing.title')} face={t('by', { name })}>
      {() => (
        <div
          className="pairing"
          style={{ gridTemplateColumns: `repeat(${lists.length}, minmax(120px, 180px)) auto` }}
        >
          {titles.map((title, at) => (
            <b key={`${title}${at}`}>{title}</b>
          ))}
          <span />
          <Parts
            title={t('pairing.key')}
            parts={pairing.key}
            purpose="key"
            alignment={alignment}
            most={KEYS_MOST}
            least={1}
            next={lists.map((list) => fieldsFor(list, 'key')[0]!)}
            set={(key) => put({ key: key as string[][] })}
          />
          <Parts
            title={t('pairing.compared')}
            parts={pairing.compared}
            purpose="compared"
            alignment={alignment}
            most={COMPARED_MOST}
            least={0}
            next={further ?? lists.map((list) => fieldsFor(list, 'compared')[0]!)}
            set={(compared) => put({ compared })}
          />
        </div>
      )}
    </Popover>
  );
}
