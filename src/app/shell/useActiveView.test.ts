import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, expect, it } from 'vitest';
import { keyDocumentsAtom } from '../../kit/commands/keys.ts';
import { commands } from '../../kit/commands/registry.ts';
import { setMenu } from '../../kit/data/menu.ts';
import { titlesAtom } from '../../workspace/core/panels.ts';
import { useActiveView } from './useActiveView.ts';

afterEach(() => {
  cleanup();
  commands.setActiveScope(undefined);
});

it('calls the second panel of a view as its tab is called, and a named one by its name', () => {
  const entry = { type: 2, name: 'fundDetail', path: '/finance/fundDetail', children: [] };
  setMenu([{ ...entry, meta: { title: '{"en":"Fund details"}' } }], []);
  document.body.innerHTML = `
    <section data-scope="a" data-view="fundDetail" aria-label="Fund details"></section>
    <section data-scope="b" data-view="fundDetail" data-nth="2" aria-label="Fund details"></section>
    <section data-scope="c" data-view="fundDetail" data-nth="3" data-named="" aria-label="Night shift"></section>`;
  getDefaultStore().set(keyDocumentsAtom, [document]);
  const titleOf = (scope: string) => {
    commands.setActiveScope(scope);
    return renderHook(useActiveView).result.current?.title;
  };
  expect(['a', 'b', 'c'].map(titleOf)).toEqual(['Fund details', 'Fund details 2', 'Night shift']);
});

it('follows the name that a view gives its panel after it was drawn, as an embedded page does', async () => {
  document.body.innerHTML = '<section data-scope="a" data-view="embed" aria-label="Page"></section>';
  getDefaultStore().set(keyDocumentsAtom, [document]);
  commands.setActiveScope('a');
  const { result } = renderHook(useActiveView);
  expect(result.current?.title).toBe('Page');
  await act(async () => {
    document.querySelector('section')!.setAttribute('aria-label', 'Job board');
    getDefaultStore().set(titlesAtom, { a: 'Job board' });
  });
  await waitFor(() => expect(result.current?.title).toBe('Job board'));
});
