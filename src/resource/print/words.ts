import type { PrintWords } from '../../../contract/print/layout.ts';
import {
  currentLocale,
  dictLabel,
  formatCount,
  formatInstant,
  formatMoney,
  formatPrice,
  localised,
  translate,
} from '../../kit/index.ts';

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Values and the layout's own texts as this person reads figures and times, in the language on screen. */
export const printWords = (): PrintWords => ({
  local: (text) => localised(text, currentLocale()),
  name: (field) => translate(`platform:sysPrint.names.${field}`),
  value({ kind, dict = '' }, value, currency, format) {
    // An example is what somebody typed: nothing but texts and numbers is printed of it.
    if (!isPlain(value) || value === '') return '';
    const text = String(value);
    switch (kind) {
      case 'money':
        return formatMoney(text, currency, { signed: format === 'signed', code: format === 'code' });
      case 'price':
        return formatPrice(text);
      case 'instant':
        return formatInstant(text, format === 'date' || format === 'time' ? format : 'dateTime');
      case 'count':
        return formatCount(Number(text));
      case 'dict':
        return dictLabel(dict, value);
      case 'text':
      case 'mono':
        return text;
    }
  },
  carried: translate('platform:sysPrint.paper.carried'),
  brought: translate('platform:sysPrint.paper.brought'),
  total: translate('platform:sysPrint.paper.total'),
});
