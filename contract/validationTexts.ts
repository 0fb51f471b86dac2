import type { Locale } from './locales.ts';
import { joinTexts } from './spacing.ts';

/** What a form says when a value is wrong, in the forms of the specification; {{label}} is the field's label. */

export type ValidationRule =
  | 'enter'
  | 'select'
  | 'choice'
  | 'long'
  | 'short'
  | 'format'
  | 'figures'
  | 'pattern'
  | 'invisible'
  | 'lookAlike'
  | 'sign'
  | 'whole'
  | 'letters'
  | 'phone'
  | 'mail'
  | 'ifsc'
  | 'hash'
  | 'otp'
  | 'month'
  | 'timeOfDay'
  | 'money'
  | 'positive'
  | 'most'
  | 'least'
  | 'digits'
  | 'rate'
  | 'int'
  | 'flag'
  | 'instant'
  | 'json'
  | 'url'
  | 'order'
  | 'missing'
  | 'missingSome'
  | 'routes'
  | 'upstreams'
  | 'connection'
  | 'reach'
  | 'text'
  | 'number'
  | 'unknown'
  | 'manyEntries'
  | 'fewEntries';

const TEXTS: Readonly<Record<Locale, Readonly<Record<ValidationRule, string>>>> = {
  'zh-cn': {
    enter: '请输入{{label}}！',
    select: '请选择{{label}}！',
    choice: '{{label}}没有这个选项',
    long: '{{label}}不能超过 {{max}} 个字符',
    short: '{{label}}至少 {{min}} 个字符',
    format: '{{label}}格式不正确',
    figures: '{{label}}应为 {{max}} 位数字',
    pattern: '{{label}}应符合 {{pattern}}',
    invisible: '{{label}}含有看不见的字符（{{code}}），请删除后重新输入',
    lookAlike: '{{label}}中的“{{sign}}”（{{code}}）只是看起来像“{{like}}”，请用英文键盘重新输入',
    sign: '{{label}}不能包含“{{sign}}”（{{code}}）',
    whole: '{{label}}应为整数',
    letters: '{{label}}只能包含字母、数字和 {{signs}}',
    phone: '{{label}}只能包含数字、空格和 + ( ) . -，如 +86 138 0013 8000',
    mail: '{{label}}应为邮箱地址，如 name@example.com',
    ifsc: '{{label}}应为 4 位大写字母、数字 0 和 6 位大写字母或数字，如 HDFC0001234',
    hash: '{{label}}应为 64 位十六进制字符',
    otp: '{{label}}应为 6 位数字，或一个 10 位恢复码',
    month: '{{label}}应为年份和月份，如 2026-11',
    timeOfDay: '{{label}}应为时刻，如 22:30',
    money: '请输入正确的{{label}}！',
    positive: '{{label}}必须大于 0',
    most: '{{label}}不能大于 {{max}}',
    least: '{{label}}不能小于 {{min}}',
    digits: '{{label}}最多保留 {{max}} 位小数',
    rate: '{{label}}应不小于 0 且小于 1，最多 6 位小数',
    int: '{{label}}应为 {{min}} 到 {{max}} 之间的整数',
    flag: '{{label}}应为是或否',
    instant: '请输入正确的{{label}}！',
    json: '{{label}}必须是合法的 JSON',
    url: '{{label}}必须是 http 或 https 地址',
    order: '{{label}}不能小于对应的下限',
    missing: '{{label}}不存在',
    missingSome: '{{label}}：包含不存在的项',
    routes: '{{label}}应按编码列出上游，如 {{example}}',
    upstreams: '{{label}}中的 {{codes}} 不是 {{currency}} 的上游',
    connection: '{{label}}：{{faults}}',
    reach: '{{label}}中的 {{name}} 不允许访问，应为 80、443 或 8443 端口的公网 http 或 https 地址',
    text: '{{label}}应为文本',
    number: '{{label}}应为数字',
    unknown: '没有名为 {{label}} 的字段',
    manyEntries: '{{label}}最多 {{max}} 项',
    fewEntries: '{{label}}至少 {{min}} 项',
  },
  'zh-tw': {
    enter: '請輸入{{label}}！',
    select: '請選擇{{label}}！',
    choice: '{{label}}沒有這個選項',
    long: '{{label}}不能超過 {{max}} 個字元',
    short: '{{label}}至少 {{min}} 個字元',
    format: '{{label}}格式不正確',
    figures: '{{label}}應為 {{max}} 位數字',
    pattern: '{{label}}應符合 {{pattern}}',
    invisible: '{{label}}含有看不見的字元（{{code}}），請刪除後重新輸入',
    lookAlike: '{{label}}中的「{{sign}}」（{{code}}）只是看起來像「{{like}}」，請用英文鍵盤重新輸入',
    sign: '{{label}}不能包含「{{sign}}」（{{code}}）',
    whole: '{{label}}應為整數',
    letters: '{{label}}只能包含字母、數字和 {{signs}}',
    phone: '{{label}}只能包含數字、空格和 + ( ) . -，如 +86 138 0013 8000',
    mail: '{{label}}應為電子郵件地址，如 name@example.com',
    ifsc: '{{label}}應為 4 位大寫字母、數字 0 和 6 位大寫字母或數字，如 HDFC0001234',
    hash: '{{label}}應為 64 位十六進位字元',
    otp: '{{label}}應為 6 位數字，或一個 10 位復原碼',
    month: '{{label}}應為年份和月份，如 2026-11',
    timeOfDay: '{{label}}應為時刻，如 22:30',
    money: '請輸入正確的{{label}}！',
    positive: '{{label}}必須大於 0',
    most: '{{label}}不能大於 {{max}}',
    least: '{{label}}不能小於 {{min}}',
    digits: '{{label}}最多保留 {{max}} 位小數',
    rate: '{{label}}應不小於 0 且小於 1，最多 6 位小數',
    int: '{{label}}應為 {{min}} 到 {{max}} 之間的整數',
    flag: '{{label}}應為是或否',
    instant: '請輸入正確的{{label}}！',
    json: '{{label}}必須是合法的 JSON',
    url: '{{label}}必須是 http 或 https 位址',
    order: '{{label}}不能小於對應的下限',
    missing: '{{label}}不存在',
    missingSome: '{{label}}：包含不存在的項目',
    routes: '{{label}}應按編碼列出上游，如 {{example}}',
    upstreams: '{{label}}中的 {{codes}} 不是 {{currency}} 的上游',
    connection: '{{label}}：{{faults}}',
    reach: '{{label}}中的 {{name}} 不允許存取，應為 80、443 或 8443 連接埠的公網 http 或 https 位址',
    text: '{{label}}應為文字',
    number: '{{label}}應為數字',
    unknown: '沒有名為 {{label}} 的欄位',
    manyEntries: '{{label}}最多 {{max}} 項',
    fewEntries: '{{label}}至少 {{min}} 項',
  },
  en: {
    enter: 'Please enter {{label}}!',
    select: 'Please select {{label}}!',
    choice: '{{label}} has no such choice',
    long: '{{label}} must have at most {{max}} characters',
    short: '{{label}} must have at least {{min}} characters',
    format: '{{label}} has a wrong format',
    figures: '{{label}} must have {{max}} digits',
    pattern: '{{label}} must match {{pattern}}',
    invisible: '{{label}} has a character that nobody sees ({{code}}): delete it and type the text again',
    lookAlike: '{{label}}: “{{sign}}” ({{code}}) only looks like “{{like}}”, type it on a Latin keyboard',
    sign: '{{label}} may not have “{{sign}}” ({{code}})',
    whole: '{{label}} must be a whole number',
    letters: '{{label}} may have letters, digits and {{signs}} only',
    phone: '{{label}} takes digits, spaces and + ( ) . - only, such as +86 138 0013 8000',
    mail: '{{label}} must be an address such as name@example.com',
    ifsc: '{{label}} must be 4 capital letters, a 0 and 6 capital letters or digits, such as HDFC0001234',
    hash: '{{label}} must have 64 hexadecimal digits',
    otp: '{{label}} must be 6 digits, or a recovery code of 10 characters',
    month: '{{label}} must be a year and a month, such as 2026-11',
    timeOfDay: '{{label}} must be a time of day, such as 22:30',
    money: 'Please enter correct {{label}}!',
    positive: '{{label}} must be greater than 0',
    most: '{{label}} must be at most {{max}}',
    least: '{{label}} must be at least {{min}}',
    digits: '{{label}} must have at most {{max}} decimals',
    rate: '{{label}} must be at least 0 and below 1, with at most 6 decimals',
    int: '{{label}} must be a whole number from {{min}} to {{max}}',
    flag: '{{label}} must be yes or no',
    instant: 'Please enter correct {{label}}!',
    json: '{{label}} must be valid JSON',
    url: '{{label}} must be an http or https address',
    order: '{{label}} must not be below its minimum',
    missing: '{{label}} does not exist',
    missingSome: '{{label}}: some of them do not exist',
    routes: '{{label}} must name upstreams by their codes, as in {{example}}',
    upstreams: '{{label}} names {{codes}}: no upstream of {{currency}}',
    connection: '{{label}}: {{faults}}',
    reach:
      '{{label}}: {{name}} cannot be called, it must be a public http or https address on port 80, 443 or 8443',
    text: '{{label}} must be text',
    number: '{{label}} must be a number',
    unknown: 'There is no field {{label}}',
    manyEntries: '{{label}} must have at most {{max}} entries',
    fewEntries: '{{label}} must have at least {{min}} entries',
  },
};

export function validationText(
  language: Locale,
  rule: ValidationRule,
  values: Readonly<Record<string, string | number>>,
): string {
  const pieces = TEXTS[language][rule].split(/\{\{(\w+)\}\}/);
  // Every second piece is the name of a value.
  const sentence = joinTexts(pieces.map((piece, at) => (at % 2 === 0 ? piece : String(values[piece] ?? ''))));
  // A label is written as within a sentence, which may begin with it.
  return language === 'en' ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
}
