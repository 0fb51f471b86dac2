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
};

it.each([
  ['locales/zh-tw', '.json'],
  ['server/db/seed', '.ts'],
])('traditional Chinese in %s has one word for each thing', (folder, ending) => {
  const found = readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      return Object.entries(INSTEAD)
        .filter(([word]) => text.includes(word))
        .map(([word, better]) => `${name}: ${word} → ${better}`);
    });
  expect(found).toEqual([]);
});
