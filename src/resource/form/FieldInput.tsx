import { Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import type { Field } from '../../../contract/field.ts';
import { useDict } from '../../kit/index.ts';
import { useLabels, useOptions } from '../filters/useOptions.ts';

interface InputProps {
  field: Field;
  /** Given by the form item. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}

function DictSelect({ dict, ...rest }: InputProps & { dict: string }) {
  const items = useDict(dict);
  return (
    <Select
      {...(rest.id && { id: rest.id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={rest.value}
      onChange={rest.onChange}
      options={items.map((item) => ({
        value: item.value,
        label: dict === 'currency' ? `${item.value} · ${item.label}` : item.label,
      }))}
    />
  );
}

function RefSelect({ to, ...rest }: InputProps & { to: string }) {
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useOptions(to, keyword);
  const picked = rest.value === undefined || rest.value === null ? [] : [String(rest.value)];
  const name = useLabels(to, picked);
  const options = (data ?? []).map((option) => ({ value: option.value, label: option.label }));
  const missing = picked
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: name(id) }));
  return (
    <Select
      {...(rest.id && { id: rest.id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      value={picked[0]}
      onChange={rest.onChange}
      options={[...missing, ...options]}
    />
  );
}

/** The input of a field's kind. Money and rates stay text: a JavaScript number never holds them. */
export function FieldInput(props: InputProps) {
  const { field, value, onChange } = props;
  const id = props.id ? { id: props.id } : {};
  const text = (
    typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
  ) as string;
  const write = (event: { target: { value: string } }) => onChange?.(event.target.value);
  switch (field.kind) {
    case 'dict':
      return <DictSelect {...props} dict={field.dict} />;
    case 'ref':
      return <RefSelect {...props} to={field.to} />;
    case 'flag':
      return <Switch {...id} size="small" checked={value === true} onChange={onChange} />;
    case 'int':
      return (
        <InputNumber
          {...id}
          style={{ width: '100%' }}
          value={typeof value === 'number' ? value : null}
          min={field.min ?? 0}
          onChange={(next) => onChange?.(next ?? undefined)}
        />
      );
    case 'json':
      return (
        <Input.TextArea
          {...id}
          className="pd-mono"
          autoSize={{ minRows: 2, maxRows: 10 }}
          spellCheck={false}
          value={text}
          onChange={write}
        />
      );
    case 'secret':
      return (field.max ?? 200) > 500 ? (
        <Input.TextArea
          {...id}
          className="pd-mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          spellCheck={false}
          value={text}
          onChange={write}
        />
      ) : (
        <Input.Password {...id} autoComplete="new-password" value={text} onChange={write} />
      );
    default:
      return (field.max ?? 200) > 300 ? (
        <Input.TextArea
          {...id}
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={field.max}
          value={text}
          onChange={write}
        />
      ) : (
        <Input
          {...id}
          maxLength={field.max ?? 200}
          className={field.mono ? 'pd-mono' : ''}
          inputMode={field.kind === 'money' || field.kind === 'rate' ? 'decimal' : 'text'}
          value={text}
          onChange={write}
        />
      );
  }
}
