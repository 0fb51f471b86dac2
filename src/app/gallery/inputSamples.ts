import {
  date,
  dict,
  type Field,
  type FieldKind,
  flag,
  image,
  instant,
  int,
  json,
  money,
  rate,
  ref,
  secret,
  text,
  url,
} from '../../../contract/field.ts';
import type { Render } from '../../kit/inputs/input.ts';

export interface InputSample {
  name: string;
  field: Field;
  value?: unknown;
  render?: Render;
}

/** Each kind of field in every shape that its input has. */
export const INPUT_SAMPLES: Readonly<Record<FieldKind, readonly InputSample[]>> = {
  text: [
    { name: 'text', field: text(), value: 'Orbit Travel' },
    { name: 'reference', field: text({ pattern: '[0-9]{12}' }), value: '431278841920' },
    { name: 'hash', field: text({ mono: true }), value: '0x7f3a…91bc' },
    { name: 'languages', field: text({ localised: true }), value: '{"en":"Finance","zh-cn":"财务"}' },
    { name: 'lines', field: text({ max: 500 }), value: 'The payer sent it twice.\nOne is returned.' },
    { name: 'choice', field: text({ pattern: 'status|channel' }), value: 'status', render: 'menu' },
  ],
  money: [{ name: 'money', field: money(), value: '18400.00' }],
  rate: [{ name: 'rate', field: rate(), value: '0.018' }],
  int: [{ name: 'whole number', field: int(), value: 24 }],
  dict: [
    { name: 'list', field: dict('currency'), value: 'INR', render: 'select' },
    { name: 'radio', field: dict('statusEnum'), value: 1, render: 'radio' },
    { name: 'many radios', field: dict('currency'), value: 'USDT', render: 'radio' },
    { name: 'menu', field: dict('currency'), value: 'INR', render: 'menu' },
  ],
  ref: [{ name: 'row', field: ref('merchant') }],
  flag: [
    { name: 'yes', field: flag(), value: true },
    { name: 'no', field: flag(), value: false },
  ],
  instant: [{ name: 'instant', field: instant(), value: '2026-11-25T10:20:00Z' }],
  date: [{ name: 'date', field: date(), value: '2026-11-25' }],
  json: [
    { name: 'JSON', field: json(), value: '{"retries": 8}' },
    { name: 'wrong JSON', field: json(), value: '{"retries": ' },
    { name: 'amounts', field: json({ perCurrency: true }), value: { INR: '50000' } },
    { name: 'rows', field: json({ to: 'merchant' }), value: [] },
    { name: 'typed rows', field: json({ rows: { name: text(), on: date() } }), value: [{ name: 'Orbit' }] },
  ],
  image: [{ name: 'image', field: image(), value: '/user.png' }],
  url: [{ name: 'address', field: url(), value: 'https://pay.example.com/callback' }],
  secret: [
    { name: 'secret', field: secret(), value: 'key' },
    { name: 'long secret', field: secret({ max: 4096 }), value: '-----BEGIN KEY-----' },
  ],
};
