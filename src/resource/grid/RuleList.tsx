import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { Choice, Icon, formatCount, useDict, useT } from '../../kit/index.ts';
import { known } from '../../kit/data/known.ts';
import {
  type FormatRule,
  MOST_RULES,
  TONES,
  comparisonsOf,
  firstRule,
  holds,
  isComplete,
  isFormattable,
  isNumeric,
} from './formats.ts';
import type { GridModel } from './model.ts';

interface PickProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

function Pick<T extends string>({ label, value, options, onChange }: PickProps<T>) {
  return (
    <Choice
      label={label}
      value={value}
      options={options.map(([each, text]) => ({ value: each, text }))}
      set={(chosen) => onChange(chosen as T)}
    />
  );
}

function DictPick({ dict, ...rest }: Omit<PickProps<string>, 'options'> & { dict: string }) {
  return (
    <Pick {...rest} options={useDict(dict).map(({ value, label }) => [String(value), label] as const)} />
  );
}

interface RuleProps {
  model: GridModel;
  label: (field: string) => string;
  rule: FormatRule;
  onChange: (rule: FormatRule) => void;
  onRemove: () => void;
}

/** What a rule compares with. */
function Value({ model, rule, onChange }: Omit<RuleProps, 'label' | 'onRemove'>) {
  const t = useT('grid');
  const field = model.resource.fields[rule.field]!;
  const put = (value: string): void => onChange({ ...rule, value });
  if (rule.comparison === 'empty') return <span />;
  const shared = { label: t('value'), value: rule.value, onChange: put };
  if (field.kind === 'dict') return <DictPick {...shared} dict={field.dict} />;
  if (field.kind === 'flag')
    return (
      <Pick
        {...shared}
        options={[
          ['true', t('yes')],
          ['false', t('no')],
        ]}
      />
    );
  const isWrong = rule.value !== '' && !isComplete(model.resource.fields, rule);
  return (
    <input
      className="pd-input"
      aria-label={t('value')}
      aria-invalid={isWrong}
      title={isWrong ? t('filter.notAmount') : undefined}
      inputMode={isNumeric(field) ? 'decimal' : 'text'}
      value={rule.value}
      onChange={({ target }) =>
        put(isNumeric(field) ? target.value.trim().replaceAll(',', '') : target.value)
      }
    />
  );
}

/** How the rule looks, and in how many of the rows that are loaded. */
function Preview({ model, rule }: { model: GridModel; rule: FormatRule }) {
  const t = useT('grid');
  const { fields } = model.resource;
  const rows = model.blocks.order().flatMap((id): Row[] => {
    const row = model.blocks.get(id);
    return row && row.gap !== true ? [row] : [];
  });
  const count = isComplete(fields, rule) ? rows.filter((row) => holds(fields, rule, row)).length : 0;
  return (
    <span className="format-preview pd-number" data-tone={rule.tone}>
      {t('formats.preview', { count: formatCount(count), of: formatCount(rows.length) })}
    </span>
  );
}

function Rule({ model, label, rule, onChange, onRemove }: RuleProps) {
  const t = useT('grid');
  const { fields } = known(model.resource);
  const field = fields[rule.field]!;
  const names = Object.keys(fields).filter((name) => isFormattable(fields[name]!));
  return (
    <li className="format-rule">
      <Pick
        label={t('formats.field')}
        value={rule.field}
        options={names.map((name) => [name, label(name)] as const)}
        onChange={(name) => onChange({ ...firstRule(fields, name), tone: rule.tone, isRow: rule.isRow })}
      />
      <Pick
        label={t('formats.comparison')}
        value={rule.comparison}
        options={comparisonsOf(field).map((each) => [each, t(`formats.is.${each}`)] as const)}
        onChange={(comparison) => onChange({ ...rule, comparison })}
      />
      <Value model={model} rule={rule} onChange={onChange} />
      <Pick
        label={t('formats.tone')}
        value={rule.tone}
        options={TONES.map((each) => [each, t(`formats.tones.${each}`)] as const)}
        onChange={(tone) => onChange({ ...rule, tone })}
      />
      <Pick
        label={t('formats.where')}
        value={rule.isRow ? 'row' : 'cell'}
        options={[
          ['cell', t('formats.cell')],
          ['row', t('formats.row')],
        ]}
        onChange={(where) => onChange({ ...rule, isRow: where === 'row' })}
      />
      <Preview model={model} rule={rule} />
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('formats.remove')}
        title={t('formats.remove')}
        onClick={onRemove}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
}

export interface RulesProps {
  model: GridModel;
  label: (field: string) => string;
}

export function RuleList({ model, label }: RulesProps): ReactNode {
  const t = useT('grid');
  const { formats, resource } = model;
  const rules = useSyncExternalStore(formats.subscribe, formats.rules);
  const list = useRef<HTMLUListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.querySelector<HTMLElement>(':scope > :last-child .choice')?.focus();
  }, [rules]);
  const put = (at: number, rule: FormatRule | undefined): void =>
    formats.set(rules.flatMap((each, index) => (index === at ? (rule ?? []) : each)));
  const start = Object.keys(known(resource).fields).find((name) => isNumeric(known(resource).fields[name]!));
  return (
    <>
      <ul className="pop-list format-rules" ref={list}>
        {rules.map((rule, at) => (
          <Rule
            // Rules have no name but their place.
            key={at}
            model={model}
            label={label}
            rule={rule}
            onChange={(next) => put(at, next)}
            onRemove={() => put(at, undefined)}
          />
        ))}
      </ul>
      {rules.length === 0 && <p className="format-none pd-muted">{t('formats.none')}</p>}
      <div className="pop-foot">
        <button
          type="button"
          className="pd-button"
          data-start
          disabled={rules.length >= MOST_RULES}
          onClick={() => {
            added.current = true;
            formats.set([...rules, firstRule(resource.fields, start ?? resource.label)]);
          }}
        >
          {t('formats.add')}
        </button>
      </div>
    </>
  );
}
