// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { useTools } from './ResourceView.tsx';

const NONE = [] as const;

function buttonsOf(resource: Resource): string[] {
  const shown: string[] = [];
  function Probe() {
    const { buttons } = useTools(resource, Object.keys(resource.actions), NONE, NONE);
    shown.push(...buttons);
    return null;
  }
  renderToStaticMarkup(<Probe />);
  return shown;
}

it.each([...resources.values()].map((resource) => [resource.id, resource] as const))(
  'the bar of %s has each verb once',
  (_, resource) => {
    const buttons = buttonsOf(resource);
    expect(buttons).toEqual([...new Set(buttons)]);
  },
);
