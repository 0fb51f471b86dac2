import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Address } from './Address.tsx';

test('an address may break between its parts only', () => {
  expect(renderToStaticMarkup(<Address text="https://shop.example/cb?no=7" />)).toBe(
    'https://<wbr/>shop.<wbr/>example/<wbr/>cb?<wbr/>no=<wbr/>7',
  );
});
