import type { Locale } from '../locales.ts';

/** What may be wrong with a drawn form. */
export type FormFaultCode =
  | 'shape'
  | 'large'
  | 'empty'
  | 'fields'
  | 'sections'
  | 'key'
  | 'placed'
  | 'title'
  | 'bounds'
  | 'pattern'
  | 'choices'
  | 'dict'
  | 'initial'
  | 'width'
  | 'required'
  | 'kind';

export interface FormFault {
  /** The key of the field, or the place in the schema. */
  at: string;
  code: FormFaultCode;
}

const TEXTS: Readonly<Record<Locale, Readonly<Record<FormFaultCode, string>>>> = {
  'zh-cn': {
    shape: '此处不是表单允许的内容',
    large: '表单过大',
    empty: '表单没有字段',
    fields: '字段过多，最多 40 个',
    sections: '分区过多，最多 8 个',
    key: '键应以小写字母开头，只含字母和数字，最多 40 个字符',
    placed: '字段应恰好在一个分区中',
    title: '标题缺失、过长或含有不可见字符',
    bounds: '下限大于上限，或超出允许的范围',
    pattern: '格式含有此处不允许的写法，如分组、“或”以及相邻的可重复部分',
    choices: '应有 2 到 50 个选项，值各不相同，只含字母、数字、_ 和 -；勾选框只能有 2 个',
    dict: '没有这个字典',
    initial: '初始值不符合字段的规则',
    width: '宽度超过分区的列数',
    required: '必填列表中有不存在的字段',
    kind: '此键在以前的版本中属于另一种字段，请换一个键',
  },
  'zh-tw': {
    shape: '此處不是表單允許的內容',
    large: '表單過大',
    empty: '表單沒有欄位',
    fields: '欄位過多，最多 40 個',
    sections: '分區過多，最多 8 個',
    key: '鍵應以小寫字母開頭，只含字母和數字，最多 40 個字元',
    placed: '欄位應恰好在一個分區中',
    title: '標題缺失、過長或含有看不見的字元',
    bounds: '下限大於上限，或超出允許的範圍',
    pattern: '格式含有此處不允許的寫法，如群組、「或」以及相鄰的可重複部分',
    choices: '應有 2 到 50 個選項，值各不相同，只含字母、數字、_ 和 -；勾選框只能有 2 個',
    dict: '沒有這個字典',
    initial: '初始值不符合欄位的規則',
    width: '寬度超過分區的欄數',
    required: '必填清單中有不存在的欄位',
    kind: '此鍵在以前的版本中屬於另一種欄位，請換一個鍵',
  },
  en: {
    shape: 'This is nothing that a form may have here',
    large: 'The form is too large',
    empty: 'The form has no fields',
    fields: 'Too many fields: at most 40',
    sections: 'Too many sections: at most 8',
    key: 'A key begins with a small letter and has letters and digits only, at most 40',
    placed: 'A field must be in exactly one section',
    title: 'A title is missing, too long, or has invisible characters',
    bounds: 'The lower bound is above the upper one, or beyond what is allowed',
    pattern: 'The pattern has what is not allowed here: groups, alternatives, or repeated parts that overlap',
    choices: 'There must be 2 to 50 choices of different values (letters, digits, _ and -); a checkbox has 2',
    dict: 'There is no such dictionary',
    initial: 'The initial value breaks the rules of the field',
    width: 'The field is wider than its section has columns',
    required: 'The list of required fields names one that is not there',
    kind: 'This key was of another kind in an earlier version: choose another key',
  },
};

export const formFaultText = (language: Locale, { code }: FormFault): string => TEXTS[language][code];
