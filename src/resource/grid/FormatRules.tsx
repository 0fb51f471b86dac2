import { memo, useSyncExternalStore } from 'react';
import { Icon, Popover, part, usePartReady, useT } from '../../kit/index.ts';
import type { RulesProps } from './RuleList.tsx';
import './formatRules.css';

const RuleList = part(async () => ({ default: (await import('./RuleList.tsx')).RuleList }));

/** Looks by rules of the person: they hold at once, and stay with the panel. */
export const FormatRules = memo(function FormatRules(props: RulesProps) {
  const t = useT('grid');
  const { formats } = props.model;
  const count = useSyncExternalStore(formats.subscribe, formats.rules).length;
  const isReady = usePartReady(RuleList);
  return (
    <Popover
      className={`pd-icon-button${count > 0 ? ' format-set' : ''}`}
      label={`${t('formats.title')}${count > 0 ? ` (${count})` : ''}`}
      face={<Icon name="tint" />}
    >
      {() => isReady && <RuleList {...props} />}
    </Popover>
  );
});
