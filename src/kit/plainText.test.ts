import { expect, it } from 'vitest';
import { plainText } from './plainText.ts';

it('reads a notice as text and drops what is no text', () => {
  expect(plainText('<p>系统升级</p><script>alert(1)</script><p>今晚 <b>02:00</b></p>')).toBe(
    '系统升级\n今晚 02:00',
  );
  expect(plainText('a &lt;img src=x onerror=alert(1)&gt; b')).toBe('a <img src=x onerror=alert(1)> b');
});
