import type { CacheEntry } from '../../../contract/cacheState.ts';
import { VirtualList, translateIfAny, useT } from '../../kit/index.ts';
import '../../resource/ui/sideList.css';

type Line = { name: string; count: number } | CacheEntry;
const isEntry = (line: Line): line is CacheEntry => 'key' in line;
const idOf = (line: Line): string => (isEntry(line) ? line.key : line.name);

const nameOf = (key: string): string => key.slice(0, key.indexOf(':'));
const restOf = (key: string): string => key.slice(key.indexOf(':') + 1);

const leavesOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.values(value).flatMap(leavesOf)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : [];

/** A key that is made of a question says what was asked, without the signs around it. */
export function keyText(key: string): string {
  const rest = restOf(key);
  if (!/^[[{]/.test(rest)) return rest;
  try {
    return leavesOf(JSON.parse(rest)).filter(Boolean).join(' · ') || rest;
  } catch {
    return rest;
  }
}

/** Each cache with its keys below it. */
function linesOf(entries: readonly CacheEntry[]): Line[] {
  return [...Map.groupBy(entries, ({ key }) => nameOf(key))].flatMap(([name, own]) => [
    { name, count: own.length },
    ...own,
  ]);
}

interface KeysProps {
  entries: readonly CacheEntry[];
  chosen: string | undefined;
  choose: (key: string) => void;
}

/** The keys, grouped by what is before their first colon. */
export function Keys({ entries, chosen, choose }: KeysProps) {
  const t = useT('platform');
  const lines = linesOf(entries);
  return (
    <VirtualList
      className="side-list cache-keys"
      aria-label={t('sysCache.fields.key')}
      items={lines}
      keyOf={idOf}
      active={lines.findIndex((line) => isEntry(line) && line.key === chosen)}
      textOf={(line) => (isEntry(line) ? keyText(line.key) : line.name)}
      walk
    >
      {(line) =>
        isEntry(line) ? (
          <button
            type="button"
            className="line-button cache-key pd-mono"
            title={line.key}
            aria-current={line.key === chosen || undefined}
            onClick={() => choose(line.key)}
            onFocus={() => choose(line.key)}
          >
            {keyText(line.key)}
          </button>
        ) : (
          <h3 className="side-part cache-name">
            {translateIfAny(`platform:sysCache.names.${line.name}`) ?? line.name}
            <span className="pd-muted pd-number">{t('sysCache.count', { count: line.count })}</span>
          </h3>
        )
      }
    </VirtualList>
  );
}
