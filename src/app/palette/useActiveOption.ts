import { type KeyboardEvent, useState } from 'react';
import { stepTo } from '../../kit/ui/listKeys.ts';
import type { Group, Option } from './options.ts';

const PAGE = 10;

/** Keys of other editors that mean an arrow, with Ctrl. */
const CONTROL: Readonly<Record<string, string>> = {
  n: 'ArrowDown',
  j: 'ArrowDown',
  p: 'ArrowUp',
  k: 'ArrowUp',
};

function directionOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey) return CONTROL[key] ?? key;
  if (metaKey && key === 'ArrowDown') return 'End';
  return metaKey && key === 'ArrowUp' ? 'Home' : key;
}

const enabled = ({ disabled }: Option): boolean => disabled !== true;

/** The option that Enter means. The first one, until another is chosen for what is typed. */
export function useActiveOption(groups: readonly Group[], text: string, pick: (option: Option) => void) {
  const [chosen, setChosen] = useState({ of: '', key: '', reveal: true });
  const stops = groups.flatMap(({ options }) => options.filter(enabled));
  // What the server finds arrives after the rest and then is meant, so it ends a choice as another text does.
  const first = groups[0]?.options[0]?.key ?? '';
  const of = `${text}\n${/^(?:found|phrase):/.test(first) ? first : ''}`;
  const at = Math.max(0, chosen.of === of ? stops.findIndex(({ key }) => key === chosen.key) : 0);
  const active = stops[at];
  const choose = (option: Option | undefined, reveal: boolean) => {
    if (option && option.key !== active?.key) setChosen({ of, key: option.key, reveal });
  };
  const groupStep = (by: 1 | -1): Option | undefined => {
    const firsts = groups
      .map(({ options }) => options.find(enabled))
      .filter((option) => option !== undefined);
    const own = firsts.findLastIndex((option) => stops.indexOf(option) <= at);
    return firsts[own + by];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = directionOf(event);
    const to = stepTo(key, at, stops.length, PAGE);
    if (key === 'Enter') {
      event.preventDefault();
      if (active) pick(active);
    } else if (to !== undefined) {
      event.preventDefault();
      const byGroup = event.altKey && (key === 'ArrowDown' || key === 'ArrowUp');
      const next = byGroup
        ? groupStep(key === 'ArrowDown' ? 1 : -1)
        : stops.at(to % Math.max(1, stops.length));
      choose(next, true);
    }
  };
  return {
    active,
    reveal: chosen.of !== of || chosen.reveal,
    hover: (option: Option) => choose(option, false),
    onKeyDown,
  };
}
