import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { resourceOf } from '../../../contract/resources/index.ts';
import { useCaller, useT, type ViewProps } from '../../kit/index.ts';
import { listTitle } from '../../resource/listTitle.ts';
import { Alignment, type Part } from './alignment.ts';
import { Chooser } from './Chooser.tsx';
import { Side } from './Side.tsx';
import { type Pairing, parseLeading, parsePairing, parsePart, parseSides, type SideSetup } from './setup.ts';
import { Splitter } from './Splitter.tsx';
import { Summary } from './Summary.tsx';
import './comparison.css';

/** What a comparison keeps over a reload. */
interface Kept extends Pairing {
  sides: readonly (SideSetup & { panel: unknown })[];
  part: Part;
  of: number | undefined;
  widths: readonly number[];
}

type Raw = Partial<Record<keyof Kept, unknown>>;

const given = ({ state, args }: ViewProps): Raw => (state ?? args) as Raw;

const panelsIn = ({ sides }: Raw): unknown[] =>
  Array.isArray(sides) ? sides.map((side: { panel?: unknown } | null) => side?.panel) : [];

/** What the parts of the panel keep, saved as one. */
function useKept(
  props: ViewProps,
  sides: readonly SideSetup[],
  alignment: Alignment,
  widths: readonly number[],
) {
  const { saveState } = props;
  const panels = useRef<unknown[]>([]);
  const save = useCallback(() => {
    const { pairing, part, of } = alignment.state();
    const kept: Kept = {
      sides: sides.map((side, at) => ({ ...side, panel: panels.current[at] })),
      ...pairing,
      part,
      of,
      widths,
    };
    saveState(kept);
  }, [alignment, sides, saveState, widths]);
  useEffect(() => alignment.subscribe(save), [alignment, save]);
  useEffect(save, [save]);
  return useCallback(
    (at: number, panel: unknown) => {
      panels.current[at] = panel;
      save();
    },
    [save],
  );
}

const evenly = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

function parseWidths(raw: unknown, count: number): readonly number[] {
  const isWhole = Array.isArray(raw) && raw.length === count && raw.every((each) => Number(each) > 0);
  return isWhole ? raw.map((each) => Math.min(10, Math.max(0.1, Number(each)))) : evenly(count);
}

/** Two lists or more, each a grid of its own, at the same place of the comparison. */
function Compared({ sides, raw, ...props }: ViewProps & { sides: readonly SideSetup[]; raw: Raw }) {
  const t = useT('comparison');
  const lists = useMemo(() => sides.map(({ resource }) => resourceOf(resource)), [sides]);
  const [alignment] = useState(
    () =>
      new Alignment(
        lists,
        parsePairing(lists, raw),
        parsePart(raw.part, lists.length),
        parseLeading(raw.of, lists.length),
      ),
  );
  const [widths, setWidths] = useState(() => parseWidths(raw.widths, sides.length));
  const [active, setActive] = useState(0);
  const [aside, setAside] = useState<HTMLDivElement | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const keep = useKept(props, sides, alignment, widths);
  const titles = lists.map(listTitle);
  const [panels] = useState(() => panelsIn(raw));
  return (
    <div className="view comparison">
      <Summary alignment={alignment} titles={titles} tabId={props.tabId} />
      <div className="view-body">
        <div ref={row} className="comparison-sides">
          {sides.map((side, at) => (
            <div
              key={`${side.resource}${at}`}
              className="comparison-side"
              style={{ flexGrow: widths[at] }}
              role="group"
              aria-label={t('side', { at: at + 1, title: titles[at] })}
            >
              {at > 0 && <Splitter at={at} row={row} widths={widths} setWidths={setWidths} />}
              <Side
                {...props}
                at={at}
                side={side}
                kept={panels[at]}
                keep={keep}
                alignment={alignment}
                isActive={active === at}
                activate={setActive}
                aside={aside}
              />
            </div>
          ))}
        </div>
        <div ref={setAside} className="comparison-aside" />
      </div>
    </div>
  );
}

/** Lists side by side: rows of one key next to each other, what differs coloured, what one lacks left open. */
export default function Comparison(props: ViewProps) {
  const t = useT('comparison');
  const { can } = useCaller();
  const [raw] = useState(() => given(props));
  const [chosen, setChosen] = useState(() => parseSides(raw.sides));
  const sides = useMemo(() => chosen.filter(({ resource }) => can(`${resource}:page`)), [chosen, can]);
  const { setTitle } = props;
  const [only, ...others] = sides.map(({ resource }) => listTitle(resourceOf(resource)));
  // The list itself has its own name already.
  const title = others.length > 0 ? [only, ...others].join(' ⇄ ') : only && t('choosing', { title: only });
  useEffect(() => setTitle?.(title ?? t('title')), [setTitle, title, t]);
  if (sides.length < 2) return <Chooser chosen={sides} choose={(side) => setChosen([...sides, side])} />;
  return <Compared {...props} key={sides.map(({ resource }) => resource).join()} sides={sides} raw={raw} />;
}
