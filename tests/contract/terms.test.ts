import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Words of traditional Chinese that have a better one here: each thing has one name on every screen. */
const INSTEAD: Readonly<Record<string, string>> = {
  幣種: '幣別',
  動態口令: '動態密碼',
  一條記錄: '一筆記錄',
  對賬: '對帳',
  菜單: '選單',
  用戶: '使用者',
  哈希: '雜湊',
  佈局: '版面',
  回調: '回呼',
  密鑰: '金鑰',
  簽名: '簽章',
  校驗: '驗證',
  正則表達式: '正規表示式',
  權限標識: '權限代碼',
  下發: '發放',
  默認: '預設',
  數據: '資料',
  網絡: '網路',
  登錄: '登入',
  視圖: '檢視',
  設置: '設定',
  賬: '帳',
  導出: '匯出',
  服務器: '伺服器',
  鏈接: '連結',
  介面: 'API',
};
/** The same where simplified Chinese writes the word alike, so that only files of one language can be asked. */
const ALIKE: Readonly<Record<string, string>> = {
  信息: '資訊',
  屏幕: '螢幕',
  搜索: '搜尋',
  支持: '支援',
  查找: '搜尋',
  在線: '線上',
  程序: '程式',
};

it.each([
  ['locales/zh-tw', '.json', { ...INSTEAD, ...ALIKE }],
  ['help/zh-tw', '.json', { ...INSTEAD, ...ALIKE }],
  ['server/demo/seed', '.ts', INSTEAD],
  ['server/identity/system', '.ts', INSTEAD],
])('traditional Chinese in %s has one word for each thing', (folder, ending, instead) => {
  const found = readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      return Object.entries(instead)
        .filter(([word]) => text.includes(word))
        .map(([word, better]) => `${name}: ${word} → ${better}`);
    });
  expect(found).toEqual([]);
});

/** As contract/spacing joins texts and values, within the texts themselves. */
const CROWDED = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}|\p{Script=Han} \p{Script=Han}/u;

it.each(['locales/zh-cn', 'locales/zh-tw', 'help/zh-cn', 'help/zh-tw'])(
  '%s has one blank between Chinese and Latin, none between Chinese words',
  (path) => {
    const folder = join(ROOT, path);
    const crowded = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => CROWDED.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(crowded).toEqual([]);
  },
);

it.each(['en', 'zh-cn', 'zh-tw'])(
  '%s has one word for the trace of a refusal, in a list and elsewhere',
  (lang) => {
    const read = (area: string) =>
      JSON.parse(readFileSync(join(ROOT, 'locales', lang, `${area}.json`), 'utf8'));
    expect(read('grid').trace).toBe(read('app').state.trace);
  },
);
